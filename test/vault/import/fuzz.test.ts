/** Whatever stands in a source: no exception but our own comes out of it, and importing it twice adds nothing. */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MemoError } from '../../../src/lib/errors.ts'
import { importRecords } from '../../../src/vault/import/import-records.ts'
import type { ImportItem, ImportSource } from '../../../src/vault/import/source.ts'
import { importSources } from '../../../src/vault/import/sources.ts'
import { closeVault } from '../../../src/vault/vault.ts'
import { readItems } from '../../support/import-items.ts'
import { claudeMemSql, makeDatabase } from '../../support/sql-fixture.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { makeVault } from '../../support/vault.ts'

const fixtures = fileURLToPath(new URL('../../fixtures/import/', import.meta.url))

/** What a source reads in these tests: bytes by path. */
type Files = Map<string, Buffer>

const exported =
  '---\nid: retry-storm\nkind: trap\nproject: acme\ntitle: Retry storm\nhits: 3\n---\nAll retry at once.\n'

const line = {
  id: 'retry-storm',
  kind: 'trap',
  project: 'acme',
  title: 'Retry storm',
  hits: 3,
  body: 'All retry at once.',
}

/** Of the sources whose input memo makes itself. */
const own: { readonly [source: string]: Files } = {
  jsonl: new Map([['records.jsonl', Buffer.from(`${JSON.stringify(line)}\n{"body":"Another"}\n`)]]),
  memo: new Map([['projects/acme/traps/retry-storm.md', Buffer.from(exported)]]),
}

/** Of a source without a fixture of its own, Markdown will do. */
function loadFiles({ name }: ImportSource): Files {
  if (own[name] !== undefined) return own[name]
  const folder = makeTempDir()
  if (name === 'claude-mem') makeDatabase(join(folder, 'claude-mem.db'), claudeMemSql)
  else cpSync(join(fixtures, readdirSync(fixtures).includes(name) ? name : 'obsidian'), folder, { recursive: true })
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = paths.filter((path) => statSync(join(folder, path)).isFile())
  return new Map(files.map((path) => [path, readFileSync(join(folder, path))]))
}

/** What the source is given: a file, where it takes no folder. */
function pathFor({ name }: ImportSource, folder: string): string {
  return name === 'jsonl' ? join(folder, 'records.jsonl') : folder
}

function writeAll(files: Files): string {
  const folder = makeTempDir()
  for (const [path, bytes] of files) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
  return folder
}

interface Damage {
  file: number
  at: number
  /** How many bytes go. */
  gone: number
  bytes: Uint8Array
}

const hostile = [
  '\0',
  '\u001b[2J',
  '\ufeff',
  '---\n',
  '[[',
  ']]',
  '[[a|',
  '"',
  '{{{{',
  '\r',
  '\n- [x] ',
  '&a [*a,*a]',
  '\ud800',
]

const damage: fc.Arbitrary<Damage> = fc.record({
  file: fc.nat(1000),
  at: fc.nat(1_000_000),
  gone: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(5000)),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.constantFrom(...hostile).map((text) => Buffer.from(text)),
    fc.constantFrom(...hostile).map((text) => Buffer.from(text.repeat(3000))),
  ),
})

function spoil(files: Files, damages: readonly Damage[]): Files {
  const spoilt = new Map(files)
  for (const { file, at, gone, bytes } of damages) {
    const path = [...files.keys()][file % files.size] ?? ''
    const old = spoilt.get(path) ?? Buffer.alloc(0)
    const start = at % (old.length + 1)
    spoilt.set(path, Buffer.concat([old.subarray(0, start), bytes, old.subarray(start + gone)]))
  }
  return spoilt
}

/** What is read of the files makes sense, or an error of ours says why nothing is. */
async function assertRead(source: ImportSource, files: Files): Promise<void> {
  const path = pathFor(source, writeAll(files))
  const items = await attempt(() => readItems(source, [path]))
  if (Array.isArray(items)) items.forEach(assertItem)
}

function assertItem(item: ImportItem): void {
  expect(item.origin).toEqual(expect.stringMatching(/./))
  const words = ['record', 'problem', 'skipped', 'known'].filter((word) => word in item)
  expect(words).toHaveLength(1)
  if ('record' in item) {
    expect(typeof item.record.body).toBe('string')
    expect(JSON.parse(JSON.stringify(item.record))).toEqual(JSON.parse(JSON.stringify({ ...item.record })))
  }
}

/** What a call answers, or the error of ours that it ends with. */
async function attempt<T>(work: () => Promise<T>): Promise<T | MemoError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MemoError && error.code !== 'BUG') return error
    throw error
  }
}

/** `npm run torture:fuzz` asks for many more. */
const runs = { numRuns: Number(process.env.MEMO_FUZZ_RUNS ?? 8) }
const patience = 20_000 + 1_000 * runs.numRuns

test.each(importSources)(
  '$name: damaged input gives records, problems, or an error of ours',
  async (source) => {
    const files = loadFiles(source)
    const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 4 }), async (damages) => {
      await assertRead(source, spoil(files, damages))
    })
    await fc.assert(property, runs)
  },
  patience,
)

test.each(importSources)(
  '$name: bytes without sense give records, problems, or an error of ours',
  async (source) => {
    const files = loadFiles(source)
    const heads = fc.constantFrom('', '---\n', 'SQLite format 3\0', '{"type":"entity",', '# A\n')
    const bytes = fc
      .tuple(heads, fc.uint8Array({ maxLength: 2000 }))
      .map(([head, rest]) => Buffer.concat([Buffer.from(head), rest]))
    const property = fc.asyncProperty(bytes, async (content) => {
      await assertRead(source, new Map([...files.keys()].map((path) => [path, content])))
    })
    await fc.assert(property, runs)
  },
  patience,
)

test.each(importSources)(
  '$name: importing damaged input again adds nothing',
  async (source) => {
    const files = loadFiles(source)
    const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 3 }), async (damages) => {
      const folder = writeAll(spoil(files, damages))
      const { vault, root } = await makeVault(undefined, makeTempDir())
      const input = { paths: [pathFor(source, folder)], project: 'acme', cwd: folder }
      const first = await attempt(() => importRecords(vault, source, input))
      const written = logOf(root)
      const second = await attempt(() => importRecords(vault, source, input))
      closeVault(vault)
      expect(logOf(root)).toBe(written)
      if (!(first instanceof MemoError)) {
        expect(second).toMatchObject({ created: 0, changed: 0, unchanged: first.created, rejected: first.rejected })
      }
    })
    await fc.assert(property, { numRuns: Math.ceil(runs.numRuns / 4) })
  },
  patience,
)

function logOf(root: string): string {
  const folder = join(root, 'events')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.jsonl'))
  return files
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('')
}
