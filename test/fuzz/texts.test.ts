/** Whatever text a file, a flag or a line holds: a value, or an error of ours, and no work out of all proportion. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeSetting } from '../../src/config/edit.ts'
import { loadConfig } from '../../src/config/load.ts'
import { decodeLine, encodeLine } from '../../src/events/codec.ts'
import { eventPayloads, toEvent } from '../../src/events/schema.ts'
import { MemoError } from '../../src/lib/errors.ts'
import { readRecordFile } from '../../src/projections/files/read-record-file.ts'
import { createMarkdown } from '../../src/record/frontmatter.ts'
import { editMarkdown } from '../../src/record/frontmatter-edit.ts'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'
import { findProject } from '../../src/record/identity.ts'
import { isId, slugify, toProjectId } from '../../src/record/ids.ts'
import { parseRecordPath } from '../../src/record/locations.ts'
import { matchesPathPattern, toRelativePath } from '../../src/record/path-patterns.ts'
import { normalizeRemote } from '../../src/record/remote.ts'
import { parseDuration, parseInstant, toIso } from '../../src/record/times.ts'
import { fuzzJson, fuzzPatience, fuzzRuns, fuzzText } from '../support/fuzz-texts.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const runs = fuzzRuns(60)

/** What the work gives, or the code of the error of ours that it ends with. */
function attempt<T>(work: () => T): T | MemoError {
  try {
    return work()
  } catch (error) {
    if (error instanceof MemoError && error.code !== 'BUG') return error
    throw error
  }
}

/** Nothing was put on the prototype that all objects share. */
function expectClean(): void {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBe(undefined)
}

/** A file holds no half of a surrogate pair. */
describe('frontmatter', () => {
  test(
    'any text is read, or refused with its line; what was read is written and read again',
    () => {
      const anyFile = fc.oneof(
        fuzzText,
        fuzzText.map((text) => `---\n${text}\n---\nbody\n`),
      )
      const property = fc.property(anyFile, fuzzText, (text, more) => {
        const parsed = parseFrontmatter(text.toWellFormed())
        expectClean()
        if (!parsed.ok) return void expect(parsed.line).toBeLessThanOrEqual(text.split('\n').length)
        const { data, body } = parsed
        expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
        expect(parseFrontmatter(createMarkdown(data, body))).toMatchObject({ ok: true, data, body })
        const edited = attempt(() => editMarkdown(text.toWellFormed(), { set: { title: more }, unset: ['tags'] }))
        if (edited instanceof MemoError) return void expect(edited.code).toBe('REFUSED')
        const { tags: _, ...rest } = data
        if (more.isWellFormed())
          expect(parseFrontmatter(edited)).toMatchObject({ ok: true, data: { ...rest, title: more } })
      })
      fc.assert(property, runs)
    },
    fuzzPatience,
  )

  test('any bytes are a record’s file, or refused', () => {
    const location = { project: 'acme', kind: 'note' as const, stem: 'x' }
    const bytes = fc.oneof(
      fuzzText.map((text) => Buffer.from(`---\n${text}\n---\n${text}`)),
      fc.uint8Array(),
    )
    fc.assert(
      fc.property(bytes, (given) => {
        const file = attempt(() => readRecordFile(given, location))
        if (file instanceof MemoError) expect(file.code).toBe('REFUSED')
        else if (file.id !== undefined) expect(isId(file.id)).toBe(true)
        expectClean()
      }),
      runs,
    )
  })
})

describe('a line of the log', () => {
  const fields = { id: '01JQ0000000000000000000001', writer: 'anna', seq: 7, prev: '0'.repeat(64) }
  const header = { ...fields, at: '2031-03-05T10:00:00.000Z', actor: 'cli' as const }

  test('of any bytes is an event, or damage that says what it is', () => {
    const valid = encodeLine({ ...header, type: 'record.hit' }, { project: 'a', id: 'b', via: 'get' }).text.trimEnd()
    const spoilt = fc
      .tuple(fc.nat(valid.length), fc.nat(40), fuzzText)
      .map(([at, gone, text]) => Buffer.from(valid.slice(0, at) + text + valid.slice(at + gone)))
    fc.assert(
      fc.property(fc.oneof(spoilt, fc.uint8Array().map(Buffer.from), fuzzText.map(Buffer.from)), (line) => {
        const event = attempt(() => toEvent(decodeLine(line)))
        if (event instanceof MemoError) return void expect(event.code).toBe('INTEGRITY')
        expect(line.toString()).toBe(valid)
      }),
      runs,
    )
  })

  test('is taken exactly when the schema of its type says so, and keeps what newer versions put there', () => {
    const types = fc.constantFrom(...Object.keys(eventPayloads), 'record.unheard-of', '__proto__', 'toString')
    fc.assert(
      fc.property(types, fuzzJson, (type, data) => {
        const decoded = decodeLine(Buffer.from(encodeLine({ ...header, type }, data).text.trimEnd()))
        expect(decoded.data).toEqual(JSON.parse(JSON.stringify(data)))
        const event = attempt(() => toEvent(decoded))
        const schema = Object.entries(eventPayloads).find(([name]) => name === type)?.[1]
        const isOpaque = schema === undefined || (typeof data === 'object' && data !== null && 'redacted' in data)
        expect(!(event instanceof MemoError)).toBe(isOpaque || schema.safeParse(data).success)
        expectClean()
      }),
      runs,
    )
  })
})

describe('settings', () => {
  test(
    'any config.json is taken, or refused by name; any key is set, or there is none such',
    async () => {
      const root = makeTempDir()
      const named = fc.constantFrom('git', 'capture', 'search', 'embeddings', '__proto__', 'projectAliases')
      const nearly = fc
        .tuple(named, fuzzJson)
        .map(([name, value]) => `{"version":1,"${name}":${JSON.stringify(value)}}`)
      const key = fc.oneof(
        fuzzText,
        fc.constantFrom('__proto__.polluted', 'constructor.prototype.polluted', 'git.__proto__.x'),
      )
      const property = fc.asyncProperty(fc.oneof(nearly, fuzzText), key, fuzzText, async (text, name, value) => {
        writeFileSync(join(root, 'config.json'), text)
        const codes = [await codeOf(() => loadConfig(root)), await codeOf(() => writeSetting(root, name, value))]
        expect(['', 'USAGE']).toEqual(expect.arrayContaining(codes))
        expectClean()
      })
      await fc.assert(property, runs)
    },
    fuzzPatience,
  )

  test('any .memo.json gives an id, and never an exception', () => {
    const root = makeTempDir()
    mkdirSync(join(root, 'work'))
    const nearly = fuzzText.map((text) => JSON.stringify({ project: text }))
    fc.assert(
      fc.property(
        fc.oneof(
          nearly,
          fuzzText,
          fuzzJson.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          writeFileSync(join(root, 'work/.memo.json'), text)
          expect(isId(findProject(join(root, 'work')).id)).toBe(true)
          expectClean()
        },
      ),
      runs,
    )
  })
})

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    if (error instanceof MemoError) return error.code
    throw error
  }
}

test('names: what is made of any text is an id, and no id is a path', () => {
  fc.assert(
    fc.property(fuzzText, (text) => {
      for (const id of [slugify(text), toProjectId(text)]) expect([id, isId(id)]).toEqual([id, true])
      if (isId(text)) expect(text).toMatch(/^(?!\.)[a-z0-9._-]{1,120}$/)
      const remote = normalizeRemote(text)
      if (remote !== undefined) expect(isId(toProjectId(remote))).toBe(true)
      const location = parseRecordPath(text)
      if (location !== undefined) expect(text).toMatch(/^projects\/[^/]+\/[^/]+\/[^/]+\.md$/)
    }),
    runs,
  )
})

test('paths: nothing leads out of its root, and a pattern says yes or no', () => {
  fc.assert(
    fc.property(fuzzText, fuzzText, (pattern, path) => {
      expect(typeof matchesPathPattern(pattern, path)).toBe('boolean')
      const inside = toRelativePath(path, '/home/ada/product')
      if (inside !== undefined) expect(inside).not.toMatch(/^\/|^\.\.(\/|$)/)
    }),
    runs,
  )
})

test('times: any text is an instant of four digits’ years, or none', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789-:TZ+. dwhm'), maxLength: 30 })
  fc.assert(
    fc.property(fc.oneof(digits, fuzzText), (text) => {
      const at = parseInstant(text)
      if (at !== undefined) expect(parseInstant(toIso(at))).toBe(at)
      const span = parseDuration(text)
      if (span !== undefined) expect(Number.isFinite(span) && span >= 0).toBe(true)
    }),
    fuzzRuns(500),
  )
})
