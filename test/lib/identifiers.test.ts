import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findIdentifiers, findNames, toIdentifiers } from '../../src/lib/identifiers.ts'

describe('toIdentifiers', () => {
  test.each([
    ['ticket KIT-204.', ['kit-204']],
    ['the retry-budget, of', ['retry-budget']],
    ['see v1.2.3!', ['v1.2.3', '1.2.3']],
    ['C++, and C++. Then C# or g++', ['c++', 'c#', 'g++']],
    ['C#/C++', ['c#/c++', 'c++', 'c#']],
    ['(.NET) ASP.NET.', ['.net', 'asp.net']],
    ['install @acme/ui@1.2.3', ['@acme/ui@1.2.3', 'ui@1.2.3', '1.2.3']],
    ['net/http', ['net/http']],
    ['ERR_CONN_RESET', ['err_conn_reset']],
    ['__init__ and _emphasis_', []],
    ['foo::bar()', ['foo::bar']],
    ['10.0.0.1:8080', ['10.0.0.1:8080', '10.0.0.1']],
    ['on 2031-04-05.', ['2031-04-05']],
    ['parseUserToken(x)', ['parseusertoken']],
    ['sha256 $HOME #12', ['sha256', '$home', '#12']],
    ['--no-refresh', ['no-refresh']],
    ['wait...what and word--word', []],
    ['Title Case words. And sentences: fine, e-', []],
    ['größe_max 文件src/queue.ts在', ['größe_max', 'src/queue.ts', 'queue.ts']],
    ['.\\src\\queue.ts', ['src/queue.ts', 'queue.ts']],
    [
      'at https://a.example/b/c?d=e#f, and',
      ['https://a.example/b/c?d=e#f', 'https://a.example/b/c', 'a.example/b/c', 'b/c', 'a.example'],
    ],
    ['../src/queue.ts', ['src/queue.ts', 'queue.ts']],
  ])('%s', (text, identifiers) => {
    expect(toIdentifiers(text)).toEqual(identifiers)
  })

  test('B003 a path is also found without its line and by its tails', () => {
    expect(toIdentifiers('in packages/api/src/queue.ts:88')).toEqual([
      'packages/api/src/queue.ts:88',
      'packages/api/src/queue.ts',
      'api/src/queue.ts',
      'src/queue.ts',
      'queue.ts',
    ])
  })

  test('holds no blank and nothing twice, is well-formed, and is found again', () => {
    const unit = fc.constantFrom(...'aBz09_.:-/+#@$\\ é发🚀\n')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
        const identifiers = toIdentifiers(text)
        expect(new Set(identifiers).size).toBe(identifiers.length)
        expect(identifiers.join('')).not.toMatch(/\s/)
        expect(identifiers).toEqual(expect.arrayContaining(findIdentifiers(text)))
      }),
    )
  })

  test('generated text is capped', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `name_${index}`).join(' ')
    expect(toIdentifiers(text).length).toBeLessThan(5010)
    expect(toIdentifiers('aB'.repeat(1000))).toEqual([])
  })
})

test('findIdentifiers leaves out the bare file name of a path', () => {
  expect(findIdentifiers('why is /home/me/src/queue.ts:88 slow')).toEqual([
    'home/me/src/queue.ts:88',
    'home/me/src/queue.ts',
    'me/src/queue.ts',
    'src/queue.ts',
  ])
})

test('findNames leaves out what a name is only a part of', () => {
  expect(findNames('why is /home/me/src/queue.ts:88 slow in v1.2.0? see https://a.example/b?c=1')).toEqual([
    'home/me/src/queue.ts:88',
    'v1.2.0',
    'https://a.example/b?c=1',
  ])
})
