import { mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, replaceFile } from '../../src/lib/durable-file.ts'
import { toFailure } from '../../src/lib/failure.ts'

const folder = mkdtempSync(join(tmpdir(), 'memo-durable-'))

test('what a killed process of the same number left does not keep a file from being replaced', () => {
  const left = Array.from({ length: 9 }, (_, count) => `note.md.${process.pid}-${count}.tmp`)
  for (const name of left) writeFileSync(join(folder, name), 'half')
  replaceFile(join(folder, 'note.md'), Buffer.from('whole'), { durable: true })
  expect(readFileSync(join(folder, 'note.md'), 'utf8')).toBe('whole')
  expect(readdirSync(folder).sort()).toEqual(['note.md', ...left])
})

test('a folder that cannot be made because of a link to a disk that is not there is no fault of ours', () => {
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'nowhere'), link)
  expect(failureOf(() => makeFolder(join(link, 'below')))).toMatchObject({
    code: 'IO',
    message: `a file, or a link that leads nowhere, is in the way: ${link}`,
  })
})

function failureOf(work: () => void): unknown {
  try {
    return work()
  } catch (error) {
    return toFailure(error)
  }
}
