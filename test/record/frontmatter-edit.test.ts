import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMarkdown } from '../../src/record/frontmatter.ts'
import { editMarkdown } from '../../src/record/frontmatter-edit.ts'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'
import type { JsonValue } from '../../src/record/json-value.ts'
import { runs } from '../support/runs.ts'

const handMade = `---
# keep me
name: 'x'   # why
description: >
  folded over
  # not a comment

  three lines

tools:
- a

# between
-   b
version:   0123
license: MIT
# last
---
body
`

describe('editMarkdown', () => {
  test('B054 a new field is one added line', () => {
    expect(editMarkdown(handMade, { set: { status: 'done' } })).toBe(
      handMade.replace('---\nbody', 'status: done\n---\nbody'),
    )
  })

  test('B054 a changed field changes its own lines', () => {
    expect(editMarkdown(handMade, { set: { tools: ['c', 'd'] } })).toBe(
      handMade.replace('tools:\n- a\n\n# between\n-   b\n', 'tools: [c, d]\n'),
    )
    expect(editMarkdown(handMade, { set: { description: 'short' }, unset: ['name', 'absent'] })).toBe(
      handMade.replace(/name.*\n/, '').replace(/description(.|\n)*three lines\n/, 'description: short\n'),
    )
  })

  test('B039 other values keep their spelling', () => {
    const text = '---\ncreated: 2031-03-05\nv:  0123\ntags: [ a,b ]\n---\nx\n'
    expect(editMarkdown(text, { set: { tags: ['c'] } })).toBe('---\ncreated: 2031-03-05\nv:  0123\ntags: [c]\n---\nx\n')
  })

  test('B049 a file keeps its one block and its own keys', () => {
    const text = '---\ntitle: T\ntype: litnote\ntags: [x]\ncitekey: smith2031x\n---\ntext\n'
    const edited = editMarkdown(text, { set: { id: 'a', kind: 'note' } })
    expect(edited).toBe(text.replace('smith2031x\n', 'smith2031x\nid: a\nkind: note\n'))
    expect(edited.match(/^---$/gm)).toHaveLength(2)
  })

  test('B037 line ends, byte order mark and the key as it was written stay', () => {
    const text = '\ufeff---\r\n"title" : Alpha\r\ntags: [x]\r\n---\r\nbody\r\n'
    const edit = { set: { title: 'B', links: [{ type: 'a', target: 'b' }] }, body: 'one\ntwo' }
    expect(editMarkdown(text, edit)).toBe(
      '\ufeff---\r\n"title": B\r\ntags: [x]\r\nlinks:\r\n  - {type: a, target: b}\r\n---\r\none\r\ntwo\r\n',
    )
    expect(editMarkdown('\ufeffonly\r\ntext', { set: { id: 'a' } })).toBe(
      '\ufeff---\r\nid: a\r\n---\r\n\r\nonly\r\ntext',
    )
  })

  test('B053 a text without frontmatter gets a block in front and loses nothing', () => {
    const text = '---\n\nHello after a rule\n\n---\n\nbye\n'
    expect(editMarkdown(text, { set: { id: 'a' } })).toBe(`---\nid: a\n---\n\n${text}`)
    expect(editMarkdown(text, { unset: ['id'] })).toBe(text)
    expect(editMarkdown(text, { body: 'new' })).toBe('---\n---\n\nnew\n')
    expect(editMarkdown('', { set: { id: 'a' } })).toBe('---\nid: a\n---\n')
  })

  test('a body is replaced between the line breaks that surround it', () => {
    expect(editMarkdown('---\na:  1\n---\n\n\nold\n\n', { body: 'new\nlines' })).toBe(
      '---\na:  1\n---\n\n\nnew\nlines\n\n',
    )
    expect(editMarkdown('---\na:  1\n---', { body: 'new' })).toBe('---\na:  1\n---\n\nnew\n')
    expect(editMarkdown('---\na:  1\n---\n\nold', { body: '' })).toBe('---\na:  1\n---\n')
    expect(editMarkdown('{a: 1}', { body: 'x $& y' })).toContain('x $& y')
  })

  test('an edit of nothing changes nothing', () => {
    expect(editMarkdown(handMade, {})).toBe(handMade)
    expect(editMarkdown('---\n{a: 1}\n---\n', {})).toBe('---\n{a: 1}\n---\n')
  })

  test.each(['{a: 1}', '? a\n: b', ' a: 1', 'a: 1\n? [b]\n: 2', 'a: 1\n"\\x41": 2', 'a: 1\n&x b: 2', 'a: 1\nb'])(
    'refuses to edit %j in place',
    (frontmatter) => {
      const text = `---\n${frontmatter}\n---\nx`
      expect(() => editMarkdown(text, { set: { c: 1 } })).toThrow('cannot be edited in place')
    },
  )

  test('B046 refuses to edit a block that holds a key twice', () => {
    expect(() => editMarkdown('---\na: 1\na: 2\n---\n', { set: { b: 1 } })).toThrow('holds the key a twice')
  })

  test('a comment below a field is not part of it, a # within a scalar is', () => {
    expect(editMarkdown('---\na: 1\n  # note\nb: 2\n---\n', { set: { a: 3 } })).toBe('---\na: 3\n  # note\nb: 2\n---\n')
    expect(editMarkdown('---\na: |\n  x\n  # y\nb: 2\n---\n', { set: { a: 3 } })).toBe('---\na: 3\nb: 2\n---\n')
    expect(editMarkdown('---\na: "x\n  # y"\nb: 2\n---\n', { set: { a: 3 } })).toBe('---\na: 3\nb: 2\n---\n')
  })

  test('a block scalar does not grow when the field below it goes', () => {
    const text = '---\na: |+\n  x\n\nb: 1\n\n  # note\nc: 2\n\n---\n'
    expect(editMarkdown(text, { unset: ['b'] })).toBe('---\na: |+\n  x\n\nc: 2\n\n---\n')
    expect(editMarkdown(text, { unset: ['b', 'c'] })).toBe('---\na: |+\n  x\n\n---\n')
    const apart = '---\na: |+\n  x\n# end\nb: 1\n\nc: 2\n---\n'
    expect(editMarkdown(apart, { unset: ['b'] })).toBe(apart.replace('b: 1\n', ''))
  })
})

const values = [
  ' plain text',
  '   0123   # comment',
  '',
  ' "double: quoted # text"',
  " 'single ''quoted'''",
  ' "over\n  two: lines\n\n  and: more"',
  ' |\n  literal: text\n  # no comment\n\n  - item\n    deeper\n',
  ' |+\n  keeps\n\n',
  ' >-\n  folded\n  text\n',
  ' [a,   b, "c, d"]',
  ' [a,\n  # comment\n  b: 1,\n  ]',
  ' {x: 1, y: {z: 2}}',
  '\n  - one\n\n  # comment\n  - two: 2\n    three: 3',
  '\n- one\n# comment\n- two\n-\n  - three',
  '\n  nested: 1\n  # comment\n  more:\n    deep: |+\n      x\n\n',
  ' plain\n  over lines',
  ' !!str 12',
]
const keys = ['title', 'tags', '"a b"', "'c''d'", 'x y', '-z', '12', 'true', '"\\u00e9"', 'constructor']
const gaps = ['', '', '\n', '# comment: here\n', '  \n', '     \n', '\n# comment\n\n', "#'\n"]
const bodies = ['', 'text', '\ntext\n', '---\na: 1\n---\n', '\n\n# H\n\n- x\n\n']

const field = fc.record({ value: fc.constantFrom(...values), gap: fc.constantFrom(...gaps) })
const newValue = fc.oneof(
  fc.string({ maxLength: 12 }).map((text) => text.toWellFormed()),
  fc.array(fc.string({ unit: 'grapheme', maxLength: 6 }), { maxLength: 3 }),
  fc.constantFrom<JsonValue>(1, true, null, {}, { a: ['b'] }, [{ type: 'x', target: 'y' }]),
)
const scenario = fc.record({
  fields: fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), field), { maxLength: 7, selector: ([key]) => key }),
  lastGap: fc.constantFrom(...gaps),
  body: fc.constantFrom(...bodies),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  set: fc.array(fc.tuple(fc.constantFrom('title', 'a b', "c'd", 'new', 'x y', 'other: key'), newValue), {
    maxLength: 3,
  }),
  unset: fc.subarray(['tags', 'title', 'x y', '-z', '12', 'é', 'absent', 'constructor']),
})

function filled(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function lineOf(key: string, value: JsonValue): string {
  return createMarkdown({ [key]: value }, '').slice('---\n'.length, -'---\n'.length)
}

test('B054 an edit changes the fields it names and the bytes of nothing else', () => {
  const property = fc.property(scenario, ({ fields, lastGap, body, lineEnd, mark, unset, ...rest }) => {
    const set = Object.fromEntries(rest.set)
    const removed = unset.filter((key) => !Object.hasOwn(set, key))
    const names = fields.map(([source]) => nameOf(source))
    const lines = fields.map(([key, { value, gap }]) => ({ gap, text: `${key}:${value}\n` }))
    const source = `---\n${lines.map(({ gap, text }) => gap + text).join('')}${lastGap}---\n${body}`
    const toFile = (text: string) => mark + text.replaceAll('\n', lineEnd)

    const edited = editMarkdown(toFile(source), { set, unset })

    const kept = fields.map(([key], i) => {
      const name = names[i] ?? ''
      if (Object.hasOwn(set, name)) return (lines[i]?.gap ?? '') + key + restOf(lineOf(name, set[name] ?? null), name)
      return (lines[i]?.gap ?? '') + (removed.includes(name) ? '' : (lines[i]?.text ?? ''))
    })
    const added = Object.entries(set).map(([key, value]) => (names.includes(key) ? '' : lineOf(key, value)))
    const expected = toFile(`---\n${kept.join('')}${lastGap}${added.join('')}---\n${body}`)
    expect(filled(edited)).toEqual(filled(expected))

    const before = parseFrontmatter(toFile(source))
    const after = parseFrontmatter(edited)
    if (!before.ok || !after.ok) throw new Error(`does not parse: ${JSON.stringify([source, before, edited, after])}`)
    const wanted = Object.entries({ ...before.data, ...set }).filter(([key]) => !removed.includes(key))
    expect(after.data).toEqual(Object.fromEntries(wanted))
    expect(after.body).toBe(before.body)
  })
  fc.assert(property, runs(300))
})

test('an edit of fields that are only set keeps every other byte, empty lines too', () => {
  const property = fc.property(scenario, ({ fields, lastGap, body }) => {
    const head = `---\n${fields.map(([key, { value, gap }]) => `${gap}${key}:${value}\n`).join('')}${lastGap}`
    expect(editMarkdown(`${head}---\n${body}`, { set: { fresh: 1 } })).toBe(`${head}fresh: 1\n---\n${body}`)
  })
  fc.assert(property, runs(200))
})

function nameOf(source: string): string {
  return Object.keys(dataOf(`---\n${source}: 1\n---\n`))[0] ?? ''
}

function dataOf(text: string): { [key: string]: JsonValue } {
  const parsed = parseFrontmatter(text)
  return parsed.ok ? parsed.data : {}
}

/** The line of a field without its key, which an edit leaves as it was written. */
function restOf(line: string, key: string): string {
  return line.slice(lineOf(key, 1).length - ': 1\n'.length)
}
