import { describe, expect, test } from 'vitest'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'
import { cpuMsOf } from '../support/cpu-time.ts'

function wrap(frontmatter: string): string {
  return `---\n${frontmatter}\n---\nbody\n`
}

function dataOf(frontmatter: string): unknown {
  const parsed = parseFrontmatter(wrap(frontmatter))
  return parsed.ok ? parsed.data : parsed
}

function expectBody(text: string): void {
  expect(parseFrontmatter(text)).toEqual({ ok: true, data: {}, body: text.trim(), bodyLine: 1 })
}

describe('parseFrontmatter', () => {
  test('gives fields, body and the line of the body', () => {
    const text = '---\ntitle: A # comment\ntags: [x, y]\n---\n\n\nfirst\n\nlast\n\n'
    expect(parseFrontmatter(text)).toEqual({
      ok: true,
      data: { title: 'A', tags: ['x', 'y'] },
      body: 'first\n\nlast',
      bodyLine: 7,
    })
  })

  test('reads CRLF files as LF files', () => {
    const text = '---\na: b\nc: |\n  d\n  e\nf: "g\n  h"\n---\n\nx\ny\n'
    expect(parseFrontmatter(text.replaceAll('\n', '\r\n'))).toEqual(parseFrontmatter(text))
    expect(parseFrontmatter('a\r\r\nb\rc')).toMatchObject({ body: 'a\n\nb\nc' })
  })

  test('an empty block, a block of comments and a block closed by dots are frontmatter', () => {
    expect(parseFrontmatter('---\n---\nx')).toEqual({ ok: true, data: {}, body: 'x', bodyLine: 3 })
    expect(parseFrontmatter('---\n\n# note\n--- \nx')).toMatchObject({ ok: true, data: {}, body: 'x' })
    expect(parseFrontmatter('---\na: 1\n...\nx')).toMatchObject({ ok: true, data: { a: 1 }, body: 'x' })
    expect(parseFrontmatter('---\na: 1\n---')).toEqual({ ok: true, data: { a: 1 }, body: '', bodyLine: 3 })
  })

  test.each(['\u2028', '\u2029', '\u0085'])('a comment in front may hold %j, which ends no line', (separator) => {
    const text = `---\n# one${separator}two\ntitle: Real\n---\n\nbody\n`
    expect(parseFrontmatter(text)).toMatchObject({ data: { title: 'Real' }, body: 'body' })
  })

  test('B037 a byte order mark changes nothing', () => {
    const text = '---\ntitle: Alpha\ntags: [x]\n---\nbody\n'
    expect(parseFrontmatter(`\ufeff${text}`)).toEqual(parseFrontmatter(text))
    expect(parseFrontmatter('\ufeffonly text')).toMatchObject({ body: 'only text', bodyLine: 1 })
  })

  test('B039 dates stay as written in every time zone', () => {
    const zone = process.env.TZ
    for (const name of ['America/Los_Angeles', 'Asia/Tokyo', 'UTC']) {
      process.env.TZ = name
      expect(dataOf('created: 2031-03-05\nat: 2031-03-05T01:02:03Z')).toEqual({
        created: '2031-03-05',
        at: '2031-03-05T01:02:03Z',
      })
    }
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })

  test('B044 yes, no, on, y stay text, as do numbers in any but their shortest form', () => {
    expect(dataOf('tags: [no, yes, on, off, y, n]\ncountry: NO')).toEqual({
      tags: ['no', 'yes', 'on', 'off', 'y', 'n'],
      country: 'NO',
    })
    const texts = [
      '0123',
      '1.10',
      '1.0',
      '1e3',
      '+5',
      '0x1F',
      '0o17',
      '-0',
      '.5',
      '.inf',
      '12345678901234567890',
      '1_000',
    ]
    expect(dataOf(`texts: [${texts.join(', ')}]`)).toEqual({ texts })
    expect(dataOf('n: [0, -7, 1.5, 1e-7, 9007199254740991]')).toEqual({ n: [0, -7, 1.5, 1e-7, 9007199254740991] })
    expect(dataOf('v: [true, False, null, ~]\nw:\n1: x\ntrue: y')).toEqual({
      v: [true, false, null, null],
      w: null,
      '1': 'x',
      true: 'y',
    })
  })

  test('B041 a colon in an unquoted title is an error with its line', () => {
    expect(parseFrontmatter(wrap('id: a\ntitle: Retry: use jitter'))).toEqual({
      ok: false,
      line: 3,
      message: expect.stringContaining('must be quoted'),
    })
  })

  test.each([
    '`a` is slow',
    '@acme/ui moved',
    '*important*',
    '%done',
    '[[other]] later',
    '!note',
    '- item',
    '? q',
    '| pipe',
  ])('B042 an unquoted description %s is an error of that file', (description) => {
    expect(parseFrontmatter(wrap(`id: a\ndescription: ${description}`))).toMatchObject({ ok: false, line: 3 })
  })

  test('B046 a key that stands twice is named with its second line', () => {
    expect(parseFrontmatter('---\ntitle: A\ntags: [x]\ntitle: B\n---\nbody')).toEqual({
      ok: false,
      line: 4,
      message: 'the key title stands here again',
    })
    expect(parseFrontmatter(wrap('a: {b: 1, "b": 2}'))).toMatchObject({ ok: false, line: 2 })
  })

  test('B048 frontmatter that does not parse is an error, never text', () => {
    expect(parseFrontmatter('---\ntitle: "abc "def" ghi"\ntags: [a, b]\n---\nbody')).toMatchObject({
      ok: false,
      line: 2,
    })
  })

  test('B050 aliases that multiply are refused at once', () => {
    const names = [...'abcdefghi']
    const lines = names.map(
      (name, i) =>
        `${name}: &${name} [${Array(9)
          .fill(i === 0 ? '1' : `*${names[i - 1]}`)
          .join()}]`,
    )
    expectQuickRefusal(lines.join('\n'))
    expectQuickRefusal('a: &a [*a]')
    expect(dataOf('a: &x [1]\nb: *x')).toEqual({ a: [1], b: [1] })
  })

  test.each(['[', '{', '[a: ', '- ', '? '])('B051 thousands of nested "%s" are a parse error', (opener) => {
    const closer = opener === '[' ? ']' : opener === '{' ? '}' : ''
    for (const count of [150, 6000]) {
      expectQuickRefusal(`x:\n  ${opener.repeat(count)}${closer.repeat(count)}`)
      expectQuickRefusal(`x:\n  ${opener.repeat(count)}`)
    }
  })

  test('B051 nesting by indentation is bounded, brackets in text are not nesting', () => {
    expectQuickRefusal(Array.from({ length: 500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'))
    expect(dataOf(`x: ${'['.repeat(6000)}${']'.repeat(6000)}`)).toEqual({
      ok: false,
      line: 2,
      message: 'nested deeper than 100 levels',
    })
    expect(dataOf(`x: "${'['.repeat(6000)}"`)).toEqual({ x: '['.repeat(6000) })
  })

  test('B052 the same text gives the same answer and new objects', () => {
    const wrong = wrap('{}+')
    expect(parseFrontmatter(wrong)).toMatchObject({ ok: false })
    expect(parseFrontmatter(wrong)).toEqual(parseFrontmatter(wrong))
    const first = dataOf('tags: &t [a]\nalso: *t')
    expect(dataOf('tags: &t [a]\nalso: *t')).toEqual(first)
    const { tags, also } = first as { tags: string[]; also: string[] }
    tags.push('b')
    expect(also).toEqual(['a'])
    expect(dataOf('tags: &t [a]\nalso: *t')).toEqual({ tags: ['a'], also: ['a'] })
  })

  test('B053 rules are text', () => {
    expect(parseFrontmatter('---\ntitle: A\n---\nintro\n\n---\nkey: value\n---\nmore')).toMatchObject({
      data: { title: 'A' },
      body: 'intro\n\n---\nkey: value\n---\nmore',
    })
    expect(parseFrontmatter('---\nsummary: |\n  a\n  ---\n  b\n---\nbody')).toMatchObject({
      data: { summary: 'a\n---\nb\n' },
      body: 'body',
    })
    expectBody('---\n\nHello after a rule\n\n---\n\nbye\n')
    expectBody('---\ntitle: never closed\n')
    expectBody('---\n- a: 1\n- b: 2\n---\nx')
    expectBody('---\nSee https://example.org # not: this\n---\nx')
    expectBody('----\na: 1\n---\nx')
    expectBody('text\n---\na: 1\n---\n')
    expectBody('---')
  })

  test('B113 conflict markers in the frontmatter are named, elsewhere they are text', () => {
    const conflict = '<<<<<<< HEAD\ntitle: Ours\n=======\ntitle: Theirs\n>>>>>>> topic'
    expect(parseFrontmatter(wrap(conflict))).toEqual({ ok: false, line: 2, message: 'unresolved conflict markers' })
    expect(parseFrontmatter(wrap(`id: a\n${conflict}`))).toMatchObject({ ok: false, line: 3 })
    for (const body of [conflict, `\`\`\`\n${conflict}\n\`\`\``]) {
      expect(parseFrontmatter(`---\nid: a\n---\n${body}`)).toMatchObject({ ok: true, data: { id: 'a' }, body })
    }
  })

  test.each(['---js', '---javascript', '--- js', '---coffee'])('B114 %s is text', (fence) => {
    expectBody(`${fence}\n{ t: require('fs').writeFileSync('memo-pwn','1') }\n---\nhi`)
    expect(parseFrontmatter(`---\na: 1\n---\n${fence}\n{}\n---`)).toMatchObject({ data: { a: 1 } })
  })

  test('B114 tags that stand for code or other types are refused', () => {
    for (const value of ['!!js/function "x"', '!!binary aGk=', '!<tag:yaml.org,2002:js/eval> 1']) {
      expect(parseFrontmatter(wrap(`a: ${value}`))).toMatchObject({ ok: false, line: 2 })
    }
    expect(dataOf('a: !!str 12')).toEqual({ a: '12' })
  })

  test('a key that could not be written again is refused where it stands, at any depth', () => {
    const message = 'a key of more than 1000 characters, quotes and escapes included'
    for (const key of ['k'.repeat(1001), '\t'.repeat(500)]) {
      const quoted = JSON.stringify(key)
      expect(parseFrontmatter(wrap(`a: 1\n? ${quoted}\n: 2`))).toEqual({ ok: false, line: 3, message })
      expect(parseFrontmatter(wrap(`a:\n  ? ${quoted}\n  : 2`))).toEqual({ ok: false, line: 3, message })
    }
    const longest = 'k'.repeat(1000)
    expect(dataOf(`? ${longest}\n: 2`)).toEqual({ [longest]: 2 })
  })

  test('keys are data and nothing else', () => {
    const data = dataOf('toString: {polluted: yes}\nconstructor: 1\n<<: {a: 1}')
    expect(JSON.stringify(data)).toBe('{"toString":{"polluted":"yes"},"constructor":1,"<<":{"a":1}}')
    for (const text of ['a: 1\n__proto__: 2', 'a:\n  __proto__: {b: 1}'])
      expect(parseFrontmatter(wrap(text))).toEqual({ ok: false, line: 3, message: 'a key cannot be called __proto__' })
    expect(parseFrontmatter(wrap('{[a]: 1}'))).toMatchObject({ ok: false, line: 2 })
    expect(parseFrontmatter(wrap('a: 1\n: 2'))).toMatchObject({ ok: false, line: 3 })
    expect(dataOf('"": 1')).toEqual({ '': 1 })
    expect(parseFrontmatter(wrap('a: 1\nb: 2\rc: 3'))).toMatchObject({ ok: false, line: 3 })
    expect(parseFrontmatter(wrap('a:\n  - |+\n  \tb: 3'))).toMatchObject({ ok: false, line: 4 })
    expect(dataOf('  a: 1\n  b: 2')).toEqual({ a: 1, b: 2 })
    expect(parseFrontmatter(wrap('a: 1\n--- b'))).toMatchObject({ ok: false })
  })
})

function expectQuickRefusal(frontmatter: string): void {
  const parse = () => expect(parseFrontmatter(wrap(frontmatter))).toMatchObject({ ok: false })
  expect(cpuMsOf(parse)).toBeLessThan(1000)
}
