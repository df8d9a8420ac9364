import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEmojiWord, toIndexText } from '../../src/lib/search-text.ts'
import { splitByCase, toParts } from '../../src/lib/word-parts.ts'

const words = (text: string) => toIndexText(text).split(/\s+/).filter(Boolean)

describe('toIndexText', () => {
  test('plain text comes back as it is', () => {
    const text = 'Gateway retries\n\tthree times, v1.2.3'
    expect(toIndexText(text)).toBe(text)
  })

  test('B014 text without blanks is cut into characters, also beside other scripts', () => {
    expect(words('发布API窗口')).toEqual(['发', '布', 'API', '窗', '口'])
    expect(words('バックアップ')).toEqual([...'バックアップ'])
  })

  test('B019 a mark stays with its letter', () => {
    expect(words('ข่าว')).toEqual(['ข่', 'า', 'ว'])
  })

  test('B023 an emoji is one word, whatever its dress', () => {
    expect(words('🚀launch')).toEqual(['emoji1f680x', 'launch'])
    expect(words('👩‍💻')).toEqual(['emoji1f469z1f4bbx'])
    expect(words('❤️ ❤')).toEqual(['emoji2764x', 'emoji2764x'])
    expect(toEmojiWord('👍🏽')).toBe(toEmojiWord('👍'))
    expect(words('5 #7')).toEqual(['5', '#7'])
  })

  test('B013 controls are blanks', () => {
    expect(toIndexText('alpha\0omega\u0085x')).toBe('alpha omega x')
  })

  test('B024 half a surrogate pair is replaced', () => {
    expect(toIndexText('bad \ud83d end').isWellFormed()).toBe(true)
  })

  test('invisible characters do not split a word', () => {
    expect(toIndexText('co\u00adoperate é')).toBe('cooperate e')
  })

  test('is the same for composed and decomposed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(words(text.normalize('NFD'))).toEqual(words(text.normalize('NFC')))
      }),
    )
  })
})

describe('toParts', () => {
  test.each([
    ['parseUserToken', 'parse user token'],
    ['HTTPServerError and HTTPServer', 'http server error'],
    ['parseV2Token', 'parse v2 token'],
    ['OAuth2Client', 'auth2 auth client'],
    ['my_parseUser.x', 'parse user'],
    ['userIDs', 'user ids'],
    ['plain Words, KIT-204, HTTP', ''],
  ])('B036 %s', (text, parts) => {
    expect(toParts(text)).toBe(parts)
  })

  test('encoded data has no parts', () => {
    expect(toParts('aB'.repeat(100))).toBe('')
    expect(splitByCase('word')).toEqual([])
  })
})
