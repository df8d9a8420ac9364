/** Texts that are hard on a terminal: wide, joined, combined, right to left, and what it would obey. */
import fc from 'fast-check'

const hardGlyphs = [
  ...['a', 'Z', '7', ' ', '-', '…', 'é', 'e\u0301', 'ñ', 'ß'],
  ...['部', '署', '、', '（', 'カ', 'ﾊ', '각', '\u1100\u1161\u11a8', 'ｗ'],
  ...['🚀', '✅', '👍🏽', '👩‍👩‍👧‍👦', '🇩🇪', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '❤️', '1️⃣'],
  ...['ש', 'ل', 'ا', 'नि', 'ไ', 'ก็'],
]
const obeyed = [
  '\x1b[31m',
  '\x07',
  '\x9b',
  '\u202e',
  '\u2066',
  '\u200b',
  '\ufeff',
  '\u0301',
  '\u200d',
  '\t',
  '\r\n',
  '\n',
]

/** Whole glyphs and nothing that is dropped or escaped. */
export const cleanText = fc.array(fc.constantFrom(...hardGlyphs), { maxLength: 40 }).map((parts) => parts.join(''))

export const anyText = fc
  .array(
    fc.oneof(fc.constantFrom(...hardGlyphs), fc.constantFrom(...obeyed), fc.string({ unit: 'grapheme', maxLength: 2 })),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''))
