import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHarmless, toHarmlessJson } from '../../src/lib/harmless.ts'

const hostile = 'ok\x1b[2K\x1b[1Adone \x1b]52;c;ZXZpbA==\x07 \x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\'

test('B118 shows control sequences instead of sending them', () => {
  expect(toHarmless(hostile)).toBe(
    'ok\\x1b[2K\\x1b[1Adone \\x1b]52;c;ZXZpbA==\\x07 \\x1b]8;;http://x.invalid\\x1b\\link\\x1b]8;;\\x1b\\',
  )
  expect(toHarmless('a\u202egpj.exe\u009b31m')).toBe('a\\u202egpj.exe\\x9b31m')
})

test('keeps newlines only when asked, and words in every script', () => {
  expect(toHarmless('a\r\nb\tc\rd')).toBe('a b c\\x0dd')
  expect(toHarmless('a\r\nb\n', { keepNewlines: true })).toBe('a\nb\n')
  expect(toHarmless('é 日本語 👩‍👩‍👧 नमस्ते')).toBe('é 日本語 👩‍👩‍👧 नमस्ते')
})

test('no text lets a control character through', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toHarmless(text)).not.toMatch(/\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u)
      expect(JSON.parse(toHarmlessJson({ text }))).toEqual({ text })
      expect(toHarmlessJson({ text })).not.toMatch(/(?!\n)\p{Cc}/u)
    }),
  )
})

test('B123 shows invisible text, and keeps the joiners and flags that are spelt with it', () => {
  expect(toHarmless('plain\u{e0049}\u{e0067} su\u200bdo \u2060\ufeff')).toBe(
    'plain\\u{e0049}\\u{e0067} su\\u200bdo \\u2060\\ufeff',
  )
  const england = '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const text of ['👩‍💻', 'می‌خواهم', england]) expect(toHarmless(text)).toBe(text)
  const hidden = { text: `a\u{e0049}\u200b ${england}` }
  expect(toHarmlessJson(hidden)).toBe(`{\n  "text": "a\\udb40\\udc49\\u200b ${england}"\n}`)
  expect(JSON.parse(toHarmlessJson(hidden))).toEqual(hidden)
})
