import fc from 'fast-check'
import * as jsYaml from 'js-yaml'
import { describe, expect, test } from 'vitest'
import * as yaml from 'yaml'
import { createMarkdown } from '../../src/record/frontmatter.ts'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'
import type { JsonValue } from '../../src/record/json-value.ts'
import { hasReservedKey } from '../../src/record/reserved-key.ts'

/** Every reader that may meet our files, YAML 1.1 ones included. */
const readers: { [name: string]: (source: string) => unknown } = {
  'yaml 1.2': (source) => yaml.parse(source, { schema: 'core' }),
  'yaml 1.1': (source) => yaml.parse(source, { version: '1.1' }),
  'js-yaml 1.2': (source) => jsYaml.load(source, { schema: jsYaml.CORE_SCHEMA }),
  'js-yaml 1.1': (source) => jsYaml.load(source, { schema: jsYaml.YAML11_SCHEMA }),
}

function yamlOf(text: string): string {
  return text.slice('---\n'.length, text.indexOf('\n---\n') + 1)
}

function expectRead(data: { [key: string]: JsonValue }): void {
  const source = yamlOf(createMarkdown(data, ''))
  for (const [name, read] of Object.entries(readers)) expect(read(source), `${name}: ${source}`).toEqual(data)
}

const symbols = [...':#-?*&!|>%@`"\'{}[],~', ' ', '  ', '\n', '\t', '\u{1f41b}', '記憶', 'a', '0', '.', '=', '<', 'é']
const anyJson = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }) as fc.Arbitrary<JsonValue>
const hostile = fc.array(fc.constantFrom(...symbols), { maxLength: 12 }).map((parts) => parts.join(''))
const writable = fc.string({ unit: 'binary', maxLength: 40 })

describe('createMarkdown', () => {
  test('puts scalars, lists and objects on as few lines as stay readable', () => {
    const data = {
      id: 'retry-jitter',
      title: 'Retry: use jitter',
      tags: ['net', 'no'],
      hits: 3,
      outcome: -0.5,
      links: [{ type: 'fixes', target: 'other-record' }],
      facets: { tool: ['vitest'], empty: [] },
      updated: '2026-11-30T00:00:00.000Z',
      note: 'two\nlines',
      none: null,
    }
    expect(createMarkdown(data, '# Text\n\nmore')).toBe(`---
id: retry-jitter
title: "Retry: use jitter"
tags: [net, "no"]
hits: 3
outcome: -0.5
links:
  - {type: fixes, target: other-record}
facets:
  tool: [vitest]
  empty: []
updated: "2026-11-30T00:00:00.000Z"
note: "two\\nlines"
none: null
---

# Text

more
`)
  })

  test('leaves out undefined fields and needs no data and no body', () => {
    expect(createMarkdown({ a: undefined }, '')).toBe('---\n---\n')
    expect(parseFrontmatter(createMarkdown({}, '---\na: b\n---\nc'))).toMatchObject({
      data: {},
      body: '---\na: b\n---\nc',
    })
  })

  test('B044 words that YAML 1.1 takes for booleans, null or numbers are quoted', () => {
    const words = [
      'no',
      'NO',
      'yes',
      'on',
      'Off',
      'y',
      'N',
      'null',
      '~',
      'True',
      '0123',
      '1:30',
      '1e3',
      '0x1F',
      '2031-03-05',
    ]
    const source = yamlOf(createMarkdown({ tags: words, country: 'NO', y: 'n' }, ''))
    expect(source).toContain('country: "NO"\n"y": "n"\n')
    expectRead({ tags: words, country: 'NO', y: 'n', '<<': 'base', '12': 'number' })
  })

  test('B042 values that begin with a reserved character are quoted', () => {
    const values = ['`a` is slow', '@acme/ui moved', '*important*', '%done', '[[other]] later', '!note', '&x', '- item']
    expectRead({ values: [...values, '? q', '| pipe', '> quote', '"abc "def" ghi"'] })
    for (const description of values) expectRead({ description })
  })

  test('control characters, line separators and lone surrogates stay on one line', () => {
    const text = '\u0000\u007f\u0085\u2028\u2029\ufeff\uffff'
    expectRead({ text })
    expect(createMarkdown({ text }, '').split(/[\n\u0085\u2028\u2029]/)).toHaveLength(4)
    expect(parseFrontmatter(createMarkdown({ text: 'a\ud800b' }, ''))).toMatchObject({ data: { text: 'a\ufffdb' } })
  })

  test('refuses what the parser would refuse', () => {
    const nest = (depth: number): JsonValue => (depth === 0 ? 'x' : [nest(depth - 1)])
    expect(parseFrontmatter(createMarkdown({ a: nest(99) }, ''))).toMatchObject({ ok: true, data: { a: nest(99) } })
    expect(() => createMarkdown({ a: nest(100) }, '')).toThrow('nested deeper')
    expect(() => createMarkdown({ ['k'.repeat(2000)]: 1 }, '')).toThrow('key of 2000 characters')
    expect(parseFrontmatter(createMarkdown({ ['"'.repeat(499)]: 1 }, ''))).toMatchObject({ ok: true })
  })

  test('B041 B056 any string is read back by independent readers, as title, tag and description', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (title, tag, description) => {
        expectRead({ title, tags: [tag, title], links: [{ type: tag, target: title }], description })
      }),
      { numRuns: 400 },
    )
  })

  test('B056 any text and any data come back from our own reader', () => {
    const data = fc.dictionary(writable, anyJson)
    const body = writable.map((text) =>
      text
        .toWellFormed()
        .replaceAll('\r', '')
        .replace(/^\n+|\n+$/g, ''),
    )
    fc.assert(
      fc.property(data, body, (fields, text) => {
        const plain = JSON.parse(JSON.stringify(fields, toWritable))
        fc.pre(!hasReservedKey(plain))
        const parsed = parseFrontmatter(createMarkdown(plain, text))
        expect(parsed).toMatchObject({ ok: true, body: text })
        expect(parsed.ok && JSON.stringify(parsed.data)).toBe(JSON.stringify(plain))
      }),
      { numRuns: 500 },
    )
  })
})

/** What a file cannot hold: lone surrogates and integers beyond the safe range. */
function toWritable(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? 0 : value
}
