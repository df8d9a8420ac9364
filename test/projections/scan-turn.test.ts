import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteTurn, readTurn } from '../../src/projections/files/scan-turn.ts'
import { makeTempDir } from '../support/temp-dir.ts'

test('a note is read as it was written', () => {
  const file = join(makeTempDir(), 'turn')
  expect(readTurn(file)).toEqual({ after: '' })
  const turn = { after: 'projects/a/notes/b.md', halted: { path: 'projects/a', mtime: 12.5, after: 'c.md' } }
  noteTurn(file, turn)
  expect(readTurn(file)).toEqual(turn)
})

test.each(['', 'no json', '[]', 'null', '{"after":3}', '{"after":"x","halted'])(
  'one that says %j is as good as none',
  (text) => {
    const file = join(makeTempDir(), 'turn')
    writeFileSync(file, text)
    expect(readTurn(file)).toEqual({ after: '' })
  },
)

test('half of a folder that was left in its middle is no folder', () => {
  const file = join(makeTempDir(), 'turn')
  writeFileSync(file, '{"after":"x","halted":{"path":3}}')
  expect(readTurn(file)).toEqual({ after: 'x' })
})

test('where it cannot be written nothing happens', () => {
  const file = join(makeTempDir(), 'absent', 'turn')
  noteTurn(file, { after: 'x' })
  expect(readTurn(file)).toEqual({ after: '' })
})
