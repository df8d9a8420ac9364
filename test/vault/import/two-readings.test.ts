/** A source is read a second time only where the first reading is too much to keep. */
import { expect, test } from 'vitest'
import { importRecords } from '../../../src/vault/import/import-records.ts'
import type { ImportItem, ImportSource } from '../../../src/vault/import/source.ts'
import { saidByIndex } from '../../support/inspect.ts'
import { makeVault, project } from '../../support/vault.ts'

const notes: ImportItem[] = ['one', 'two', 'three'].map((id) => ({
  origin: `${id}.md`,
  record: { title: id, body: `See [[three]], not [[${id}]].` },
}))
const tooLong: ImportItem = { origin: 'a.md', record: { title: 'a', body: 'x '.repeat(6 * 1024 * 1024) } }

function counted(items: readonly ImportItem[]) {
  const source = { name: 'counted', summary: '', path: '', reads: 0 }
  const read: ImportSource['read'] = () => {
    source.reads++
    return items
  }
  return Object.assign(source, { read })
}

test.each([
  ['a small one once', notes, 1],
  ['a large one twice', [...notes, tooLong], 2],
])('%s, to the same records', async (_, items, reads) => {
  const { vault } = await makeVault()
  const source = counted(items)
  const report = await importRecords(vault, source, { paths: ['.'], cwd: '/', project })
  expect(source.reads).toBe(reads)
  expect(report).toMatchObject({ created: 3, dangling: 0 })
  expect(report.rejected).toHaveLength(items.length - notes.length)
  const small = await makeVault()
  await importRecords(small.vault, counted(notes), { paths: ['.'], cwd: '/', project })
  expect(saidByIndex(vault)).toEqual(saidByIndex(small.vault))
})
