import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MemoError } from '../../src/lib/errors.ts'
import { assertId, isId, slugify, toProjectId, withSuffix } from '../../src/record/ids.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 300 })

function slugsOf(titles: string[]): Set<string> {
  return new Set(titles.map(slugify))
}

describe('isId', () => {
  test.each([
    'a',
    'cache-plan',
    'v1.2.3',
    'github.com-org-repo',
    '_draft',
    'a..b',
    '0',
    'a'.repeat(120),
    'console',
    'all-in',
  ])('accepts %s', (id) => expect(isId(id)).toBe(true))

  test.each(['', '.', '..', '.hidden', '-dash', 'Upper', 'a b', 'é', 'a/b', 'a\\b', 'a\0', 'a\n', 'a'.repeat(121)])(
    'refuses %j',
    (id) => expect(isId(id)).toBe(false),
  )

  test.each(['con', 'nul.txt', 'com1', 'lpt9.x', 'all', 'a.md', 'a.'])(
    'refuses %s, which some system or command reads otherwise',
    (id) => expect(isId(id)).toBe(false),
  )
})

describe('assertId', () => {
  test.each(['../../evil', '..\\evil', 'a/../../b', '/etc/memo', '%2e%2e/x', 'a\0b', '..', '.git'])(
    'B115 refuses %j',
    (text) => {
      expect(() => assertId(text, 'record id')).toThrow(MemoError)
      expect(isId(slugify(text))).toBe(true)
    },
  )

  test('says what, why and what is allowed, without control characters', () => {
    expect(() => assertId('a/\u001b[2J\u202e', 'record id')).toThrow(
      /^the record id "a\/\\u001b\[2J\\u\{202e\}" cannot be used: it names a path; allowed are lower-case letters/,
    )
  })

  test('is a usage error with a proposal', () => {
    expect.assertions(1)
    try {
      assertId('Cache Plan', 'record id')
    } catch (error) {
      expect(error).toMatchObject({ code: 'USAGE', hint: 'an id that would do: cache-plan' })
    }
  })

  test('accepts an id', () => expect(() => assertId('cache-plan', 'record id')).not.toThrow())
})

describe('slugify', () => {
  test.each([
    ['Cache Plan', 'cache-plan'],
    ['Größe ändern', 'grosse-andern'],
    ['Łódź, ærø & œuvre', 'lodz-aero-oeuvre'],
    ['ﬁle ① Ａ', 'file-1-a'],
    ['src/db/x.ts fails', 'src-db-x-ts-fails'],
    ['CON', 'x-con'],
    ['All', 'x-all'],
  ])('%s gives %s', (title, slug) => expect(slugify(title)).toBe(slug))

  test('B057 titles without a Latin letter give different slugs', () => {
    const slugs = slugsOf(['夜间备份', '发布流程', 'Проверка гипотезы', '🚀🚀', '???'])
    expect(slugs.size).toBe(5)
    for (const slug of slugs) expect(slug).toMatch(/^x-[0-9a-f]{10}$/)
  })

  test('B057 a title that is Latin in part keeps that part and stays distinct', () => {
    expect(slugify('Redis 缓存失效')).toMatch(/^redis-[0-9a-f]{10}$/)
    expect(slugsOf(['Redis 缓存失效', 'Redis 缓存击穿']).size).toBe(2)
  })

  test('B059 long titles are cut to 80 bytes and stay distinct', () => {
    const titles = ['가나다라'.repeat(30), 'a'.repeat(400), 'a'.repeat(414), '😀'.repeat(100), 'many words '.repeat(40)]
    const slugs = slugsOf(titles)
    expect(slugs.size).toBe(titles.length)
    for (const slug of slugs) expect(Buffer.byteLength(slug)).toBeLessThanOrEqual(80)
    expect(slugify('many words '.repeat(40))).toMatch(/-(?:many|words)-[0-9a-f]{10}$/)
  })

  test('B060 titles with the same first 270 or 300 bytes give two slugs', () => {
    expect(slugsOf([`${'漢'.repeat(90)}一`, `${'漢'.repeat(90)}二`]).size).toBe(2)
    expect(slugsOf([`${'a'.repeat(300)}1`, `${'a'.repeat(300)}2`]).size).toBe(2)
  })

  test.each([
    ['Cache Plan', 'cache plan'],
    ['README', 'readme'],
  ])('B061 %s and %s give one slug, told apart by a suffix', (a, b) => {
    expect(slugify(a)).toBe(slugify(b))
    expect(withSuffix(slugify(b), 2)).toBe(`${slugify(a)}-2`)
  })

  test('B063 composed and decomposed letters give one slug', () => {
    for (const name of ['café', 'Ångström', 'ガイド', '한글 제목']) {
      expect(slugify(name.normalize('NFD'))).toBe(slugify(name.normalize('NFC')))
      expect(toProjectId(name.normalize('NFD'))).toBe(toProjectId(name.normalize('NFC')))
    }
  })

  test.each([
    ['C++/17 notes', 'c-17-notes'],
    ['50% done', '50-done'],
    ['%2F', '2f'],
    ["O'Reilly", 'o-reilly'],
    ['@team', 'team'],
    ['..', 'x-5ec1f7e700'],
    ['.hidden', 'hidden'],
    ['-dash', 'dash'],
  ])('B065 %s gives %s', (title, slug) => {
    expect(slugify(title)).toBe(slug)
    expect(isId(slug)).toBe(true)
  })

  test('any title gives a valid id of at most 80 bytes that is its own slug', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const slug = slugify(title)
        expect(isId(slug)).toBe(true)
        expect(slug.length).toBeLessThanOrEqual(80)
        expect(slugify(slug)).toBe(slug)
        expect(slugify(title.normalize('NFD'))).toBe(slugify(title.normalize('NFC')))
      }),
    )
  })
})

describe('withSuffix', () => {
  test('stays a valid id, and differs for each number', () => {
    const id = fc.oneof(anyText.map(slugify), fc.stringMatching(/^[a-z0-9._-]{1,120}$/).filter(isId))
    fc.assert(
      fc.property(id, fc.integer({ min: 2, max: 99_999 }), (slug, n) => {
        expect(isId(withSuffix(slug, n))).toBe(true)
        expect(withSuffix(slug, n)).not.toBe(withSuffix(slug, n + 1))
      }),
    )
  })
})

describe('toProjectId', () => {
  test.each([
    ['Acme App', 'acme-app'],
    ['ACME-app', 'acme-app'],
    ['acme_app', 'acme_app'],
    ['github.com/org/repo', 'github.com-org-repo'],
    ['notes.md', 'notes-md'],
    ['../evil', 'evil'],
  ])('%s gives %s', (name, id) => expect(toProjectId(name)).toBe(id))

  test.each(['.', '-'])('of a million times %j between two words is made at once', (sign) => {
    const id = toProjectId(`a${sign.repeat(1_000_000)}b`)
    expect(id).toMatch(/^a-[0-9a-f]{10}$/)
  })

  test('any text gives a valid id, and an id gives itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const id = toProjectId(text)
        expect(isId(id)).toBe(true)
        expect(toProjectId(id)).toBe(id)
      }),
    )
  })
})
