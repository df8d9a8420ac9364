/** Drift: records that name files of the product which are gone, or not as they were. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closeVault } from '../../../src/vault/vault.ts'
import { brief } from '../../support/brief.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, put, putAll } from '../../support/vault.ts'

async function withProduct() {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const root = makeTempDir()
  writeFileSync(join(root, '.memo.json'), '{"project": "acme"}')
  mkdirSync(join(root, 'src/queue'), { recursive: true })
  const write = (path: string, text: string) => writeFileSync(join(root, path), text)
  const drift = async () => {
    const { drift } = await brief(vault, { project: undefined, cwd: join(root, 'src'), isCounted: false })
    return drift.map(({ id, path, change }) => `${id} ${path} ${change}`)
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const commit = () => {
    git('add', '-A')
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'x', '--allow-empty')
    return git('rev-parse', 'HEAD')
  }
  return { vault, root, write, drift, git, commit }
}

test('a file, a folder and the folder in front of a wildcard may be missing', async () => {
  const { vault, write, drift } = await withProduct()
  write('src/queue/a.ts', '')
  const there = ['src/queue/a.ts', './src/queue/', 'src/queue/**', '**/b.ts', '*', '../outside.ts', '/etc/none']
  await put(vault, { id: 'sound', kind: 'trap', title: 'Sound', body: 'x', pathPatterns: there })
  const gone = ['src/gone.ts', './src/old/**', 'src/queue/b?.ts', 'src/queue/none.ts']
  await put(vault, { id: 'broken', kind: 'spec', title: 'Broken', body: 'x', pathPatterns: gone })
  expect(await drift()).toEqual([
    'broken ./src/old/** missing',
    'broken src/gone.ts missing',
    'broken src/queue/none.ts missing',
  ])
})

test('only where the working directory is the project’s', async () => {
  const { vault } = await withProduct()
  await put(vault, { id: 'broken', kind: 'trap', title: 'Broken', body: 'x', pathPatterns: ['src/gone.ts'] })
  expect((await brief(vault, { cwd: makeTempDir() })).drift).toEqual([])
})

test('a file that differs from the commit it was compared with has drifted; an unrelated commit changes nothing', async () => {
  const { vault, root, write, drift, git, commit } = await withProduct()
  for (const path of ['src/a.ts', 'src/-b.ts', 'src/ü.ts', 'src/crlf.ts']) write(path, 'one\ntwo\n')
  git('init', '-q')
  const sha = commit()
  const pathPatterns = ['./src/a.ts', 'src/-b.ts', 'src/ü.ts', 'src/crlf.ts']
  await putAll(vault, [
    { id: 'spec', kind: 'spec', title: 'Spec', body: 'x', pathPatterns, verifiedAtSha: sha },
    { id: 'never', kind: 'trap', title: 'Never compared', body: 'x', pathPatterns },
    { id: 'lost', kind: 'decision', title: 'Lost', body: 'x', pathPatterns, verifiedAtSha: 'f'.repeat(40) },
  ])
  write('src/crlf.ts', 'one\r\ntwo\r\n')
  write('src/other.ts', 'new')
  commit()
  expect(await drift()).toEqual([])
  write('src/-b.ts', 'edited\n')
  write('src/ü.ts', 'committed\n')
  git('add', 'src/ü.ts')
  expect(await drift()).toEqual(['spec src/-b.ts changed', 'spec src/ü.ts changed'])
  rmSync(join(root, '.git'), { recursive: true })
  expect(await drift()).toEqual([])
})
