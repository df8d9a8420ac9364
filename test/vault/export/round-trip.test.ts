/** What is exported comes back as it was: out of one vault, into another, out again. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMarkdown } from '../../../src/record/frontmatter.ts'
import type { JsonValue } from '../../../src/record/json-value.ts'
import { importRecords } from '../../../src/vault/import/import-records.ts'
import type { ImportReport } from '../../../src/vault/import/report.ts'
import { findImportSource } from '../../../src/vault/import/sources.ts'
import { getRecords } from '../../../src/vault/reading/get.ts'
import type { Vault } from '../../../src/vault/vault.ts'
import { forgetRecord } from '../../../src/vault/writing/forget.ts'
import { rateRecord } from '../../../src/vault/writing/rate.ts'
import { upsertBatch } from '../../../src/vault/writing/upsert-batch.ts'
import { exportFrom, exportLines, exportText } from '../../support/export-vault.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault, putAll, testPorts } from '../../support/vault.ts'

const later = () => testPorts(Date.parse('2032-01-01T00:00:00Z'), 99)

function bringIn(vault: Vault, source: string, path: string, project?: string): Promise<ImportReport> {
  return importRecords(vault, findImportSource(source), { paths: [path], cwd: vault.paths.root, project })
}

/** A vault in which everything has happened that leaves a trace in a record. */
async function eventful() {
  const made = await makeVault()
  const { vault, ports } = made
  const cwd = vault.paths.root
  await putAll(vault, [
    { id: 'redis', kind: 'trap', title: 'Use Redis', body: 'The queue lives in Redis.', occurrences: undefined },
    { id: 'herd', kind: 'trap', title: 'Retries stampede', body: 'All retries at once.', pathPatterns: ['src/**'] },
  ])
  ports.advance(60_000)
  await putAll(vault, [
    { id: 'again', kind: 'trap', title: 'Retries stampede', body: 'All retries at once.', pathPatterns: ['src/**'] },
    { id: 'sqlite', kind: 'trap', title: 'Use SQLite', body: 'In SQLite, not [[Redis]].', supersedes: 'redis' },
    {
      ...{
        id: 'full',
        kind: 'fact',
        title: 'Full',
        body: 'Body.\n\n    code',
        tags: ['b', 'a'],
        layer: 'domain',
        module: 'm',
      },
      ...{ links: [{ type: 'relates', target: 'acme/herd' }], facets: { service: ['a', 'b'] }, entities: ['Redis'] },
      ...{
        evidence: ['herd'],
        ttl: '9d',
        eventAt: '2020-02-02',
        validFrom: '2020-01-01',
        due: '2040-01-01',
        trust: 'low',
      },
    },
    { id: 'gone', title: 'Gone', body: 'Gone.' },
  ])
  async function* elsewhere() {
    yield JSON.stringify({ id: 'herd', kind: 'note', title: 'Of another project', body: 'See [[acme/herd]].' })
  }
  await upsertBatch(vault, elsewhere(), { project: 'other', cwd })
  await getRecords(vault, { ...read, names: ['acme/herd'], cwd })
  await rateRecord(vault, {
    name: 'acme/herd',
    rating: 'helpful',
    project: undefined,
    cwd,
    comment: undefined,
    session: undefined,
  })
  await forgetRecord(vault, { name: 'acme/gone', project: undefined, cwd, reason: undefined })
  return made
}

const read = { kind: undefined, project: undefined, session: undefined, lines: undefined }

function writeFile(root: string, path: string, data: { [key: string]: JsonValue }, body: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), createMarkdown(data, body))
}

test('whatever happened to the records, and in whatever project they are', async () => {
  const { vault, root } = await eventful()
  writeFile(
    root,
    'projects/acme/notes/by-hand.md',
    { title: 'By  hand', tags: ['z', 'a'], mood: { x: [1, null] }, none: null },
    '',
  )
  const before = await exportText(vault)
  expect(before.trimEnd().split('\n')).toHaveLength(6)
  expect(before).toContain('"hits":1')
  expect(before).toContain('"occurrences":2')
  const { vault: other } = await makeVault(later(), makeTempDir())
  const out = join(root, '../a.jsonl')
  await exportFrom(vault, out)
  expect(await bringIn(other, 'jsonl', out)).toMatchObject({ created: 6, rejected: [], renamed: [] })
  expect(await exportText(other)).toBe(before)
  const lines = other.appended
  expect(await bringIn(other, 'jsonl', out)).toMatchObject({ created: 0, changed: 0, unchanged: 6 })
  expect(other.appended).toBe(lines)
})

test('a folder of Markdown comes back as well', async () => {
  const { vault, root } = await eventful()
  const out = join(root, '../notes')
  await exportFrom(vault, out, { format: 'markdown' })
  const { vault: other } = await makeVault(later(), makeTempDir())
  expect(await bringIn(other, 'memo', out)).toMatchObject({ created: 5, rejected: [] })
  expect(await exportText(other)).toBe(await exportText(vault))
  expect(await bringIn(other, 'memo', out)).toMatchObject({ unchanged: 5 })
})

test('into one project, the fields and counters stay, and two of one id do not meet', async () => {
  const { vault, root } = await eventful()
  const out = join(root, '../a.jsonl')
  await exportFrom(vault, out)
  const { vault: other } = await makeVault(later(), makeTempDir())
  expect(await bringIn(other, 'jsonl', out, 'mine')).toMatchObject({ created: 5, renamed: [{ from: 'herd' }] })
  const herd = (await exportLines(other)).find(({ id }) => id === 'herd')
  expect(herd).toMatchObject({
    project: 'mine',
    hits: 1,
    occurrences: 2,
    helpful: 1,
    created: '2031-05-01T09:00:00.000Z',
  })
})

test('what was changed since here is kept, and lines that are none are told', async () => {
  const { vault, root, ports } = await eventful()
  const out = join(root, '../a.jsonl')
  const before = await exportText(vault)
  ports.advance(60_000)
  await putAll(vault, [{ id: 'full', kind: 'fact', body: 'Newer.' }])
  writeFileSync(out, `${before}\n[1]\n{"id":\n{"title":"New","body":"A line by hand."}\n`)
  const report = await bringIn(vault, 'jsonl', out, 'acme')
  expect(report).toMatchObject({
    created: 2,
    rejected: [{ code: 'REFUSED' }, { code: 'REFUSED' }, { code: 'REFUSED' }],
  })
})

const text = fc.string({
  unit: fc.constantFrom('a', ' ', '\n', '\t', '-', ':', '#', '"', "'", '[', ']', '0', 'é', '漢', '😀'),
})
const line = text.map((value) => value.replace(/\n/g, ' ').trim() || 'x')
const value = fc.oneof(line, fc.integer(), fc.boolean(), fc.constant(null), fc.array(line), fc.dictionary(line, line))
const files = fc.array(
  fc.record({
    data: fc.record(
      {
        title: line,
        tags: fc.array(line),
        severity: fc.constantFrom('low', 'high'),
        due: fc.constant('2031-02-03'),
        own: value,
        '01': value,
      },
      { requiredKeys: ['title'] },
    ),
    body: text.map((body) => body.replace(/^\n+|\n+$/g, '')),
  }),
  { minLength: 1, maxLength: 20 },
)

test('any file that a person can write', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (made) => {
      const { vault, root } = await makeVault(testPorts(), makeTempDir())
      made.forEach(({ data, body }, n) => {
        writeFile(root, `projects/acme/notes/n${n}.md`, data as { [key: string]: JsonValue }, body)
      })
      const before = await exportText(vault)
      const { vault: other } = await makeVault(later(), makeTempDir())
      const { created } = await bringIn(other, 'jsonl', join(root, '../export.out'))
      expect(created).toBe(made.length)
      expect(await exportText(other)).toBe(before)
    }),
    { numRuns: 4 },
  )
}, 30_000)
