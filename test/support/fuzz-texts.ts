/** Texts that parsers of this kind have stumbled over, whole and in pieces, and how many of them a run tries. */
import fc from 'fast-check'

/** `npm run torture:fuzz` asks for many more. */
export function fuzzRuns(few: number): { numRuns: number } {
  return { numRuns: Math.max(few, Number(process.env.MEMO_FUZZ_RUNS ?? 0)) }
}

/** Milliseconds that a property may take, for so many runs of a few milliseconds each. */
export const fuzzPatience = 30_000 + 1_000 * Number(process.env.MEMO_FUZZ_RUNS ?? 0)

const pieces = [
  ...[
    '---\n',
    '---',
    '...\n',
    '\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '  ',
    ': ',
    ':',
    '- ',
    '? ',
    '#',
    ' #',
    ', ',
    '|\n',
    '>-\n',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '[[',
    ']]',
    '[[a|',
    '"',
    "'",
    '\\',
    '\\x41',
    '\\u0000',
    '&a ',
    '*a',
    '&a [*a,*a]',
    '!!str ',
    '!x ',
  ],
  ...[
    '<<: ',
    '<<<<<<< HEAD\n',
    '=======\n',
    '>>>>>>> x\n',
    '```\n',
    '~~~~\n',
    '%YAML 1.1\n',
    '@',
    '`',
    '%',
    '=',
    '-',
    '~',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'id',
    'kind',
    'title',
    'tags',
    'links',
    'hits',
    'created',
    'body',
  ],
  ...['null', 'yes', '0123', '1e999', '-0', '.inf', '9007199254740993', '2031-02-30', '2031-03-05T10:00:00Z', '14d'],
  ...[
    '\0',
    '\x1b[2J',
    '\x9b31m',
    '\x7f',
    '\ufeff',
    '\u2028',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    '\ud83d',
    '\udc00',
    '👩‍💻',
  ],
  ...[
    'é',
    'e\u0301',
    'ﬁ',
    '漢字',
    'ı',
    'İ',
    '../',
    '..\\',
    '/etc/passwd',
    'C:\\',
    'file://',
    'http://a/?q=',
    '%2e%2e%2f',
    '%',
  ],
  ...['AND', 'OR', 'NOT', 'NEAR(', '^', '*', '(', ')', "';--", '$(x)', '<script>', '</', '{"a":1}', '1', 'a', 'b c'],
]

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...pieces) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  { weight: 1, arbitrary: fc.constantFrom(...pieces).map((text) => text.repeat(300)) },
)

/** A text put together of what is hostile in one place or another. */
export const fuzzText: fc.Arbitrary<string> = fc.array(piece, { maxLength: 16 }).map((parts) => parts.join(''))

/** Any value of JSON, with keys and texts of the same kind. */
export const fuzzJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.oneof(fc.constantFrom(null, true, false, 0, -1, 1e308, 0.5), fuzzText),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fuzzText, tie('value')), { maxLength: 4 }).map(toObject),
  ),
})).value

/** With keys of its own only, as `JSON.parse` makes them: also one that is called `__proto__`. */
function toObject(entries: readonly (readonly [string, unknown])[]): object {
  return JSON.parse(`{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`)
}
