import { expect, test } from 'vitest'
import { isInside, isOfMachine } from '../../src/vault/vault-path.ts'

test('what leads out of the vault or into git is told however a file system reads it', () => {
  const bad = [
    '../x',
    'a//b',
    './a',
    '/etc',
    'a\\b',
    'c:/x',
    '.git/config',
    'a/.GIT/x',
    '.g\u200cit/config',
    'git~1/x',
    '.git./x',
  ]
  for (const path of bad) expect(isInside(path), path).toBe(false)
  for (const path of ['events/a/000001.jsonl', 'projects/p/traps/.hidden.md', 'x.git/y'])
    expect(isInside(path)).toBe(true)
})

test('what belongs to one machine is told in any letter case', () => {
  const local = [
    '.sync',
    '.sync/writer.json',
    '.Sync/writer.json',
    '.sync./x',
    'memo.sqlite',
    'MEMO.SQLITE-wal',
    'a/b.md.tmp',
  ]
  for (const path of local) expect(isOfMachine(path), path).toBe(true)
  for (const path of ['config.json', '.synced', 'projects/p/memo.sqlite.md'])
    expect(isOfMachine(path), path).toBe(false)
})
