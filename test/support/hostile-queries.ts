/** Queries that broke searches of this kind, or would: the same 2,000 every time. */

/** Kinds of query, each made out of a source of chance; some hold one of the words. */
type Make = (chance: Chance) => string

interface Chance {
  /** A whole number from 0, below the limit. */
  below(limit: number): number
  pick(list: readonly string[]): string
  word(): string
}

/** @param words words that the searched records hold */
export function hostileQueries(count: number, words: readonly string[]): string[] {
  const chance = makeChance(20_260_501, words)
  const makes = Object.values(kinds)
  return Array.from({ length: count }, (_, at) => makes[at % makes.length]?.(chance) ?? '')
}

const operators = ['AND', 'OR', 'NOT', 'NEAR', 'and', 'or', 'not', 'near', 'And', 'Not', 'NEAR/2', '&&', '||', '!']
const signs = [...'"\'`()[]{}<>*^:;,.-–—+=/\\|&%$#@!?~_“”‘’«»']
const columns = ['title', 'body', 'id', 'tags', 'rowid', 'records_fts', 'rank', '{title body}', '-title', '- {id tags}']
const statements = [
  "'; DROP TABLE records; --",
  '" OR 1=1 --',
  "x' UNION SELECT body FROM records--",
  'SELECT * FROM records_fts WHERE records_fts MATCH ?',
  "%' ESCAPE '\\",
  'PRAGMA writable_schema=1',
  "INSERT INTO records_fts(records_fts) VALUES('rebuild')",
]
const patterns = [
  '(a+)+$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '.*.*.*=.*',
  '[^]]',
  String.raw`\d{1,9999}`,
  '(?<=a)b',
  '(?:)',
  '***',
  '[[:alpha:]]',
]
const formats = [
  '%s%s%s%n',
  '{0}',
  '$HOME',
  '{{7*7}}',
  '%00',
  '\\u0000',
  '\\x00',
  '&#0;',
  '$(id)',
  '`id`',
  '../../etc/passwd',
  '<script>alert(1)</script>',
]
const scripts = [
  '🚀',
  '👩‍💻',
  '🏳️‍🌈',
  '🇵🇹',
  '1️⃣',
  'مرحبا',
  'שלום',
  '\u202eevil',
  '\u200b',
  '\ufeff',
  '発布',
  'สวัสดี',
  '한국어',
  'é',
  'e\u0301',
  'ﬁ',
  'İ',
  'ß',
  'ｆｕｌｌ',
  '𝔘',
  '\u{10ffff}',
  '\ud800',
  '\udc00',
  '\ud83d',
  '\0',
  '\u0001',
  '\u007f',
  '\u2028',
]

const repeat = (limit: number, chance: Chance, make: () => string, between = ' '): string =>
  Array.from({ length: 1 + chance.below(limit) }, make).join(between)

const kinds: { [name: string]: Make } = {
  operators: (c) => repeat(12, c, () => (c.below(2) === 0 ? c.pick(operators) : c.word())),
  signs: (c) => repeat(30, c, () => c.pick(signs), ''),
  'signs and words': (c) => repeat(20, c, () => c.pick(signs) + (c.below(2) === 0 ? c.word() : ''), ''),
  'column filter': (c) => `${c.pick(columns)}${c.pick([':', ' : ', ':"', ': ^'])}${c.word()}`,
  near: (c) => `NEAR(${repeat(4, c, c.word)}${c.pick([', 2)', ',', ', -1)', ', 99999999999)', ''])}`,
  star: (c) => repeat(8, c, () => `${c.word().slice(0, 1 + c.below(3))}*`),
  'short prefixes': (c) => repeat(70, c, () => `${String.fromCharCode(97 + c.below(26))}*`),
  caret: (c) => `^${c.word()} ${c.word()}^ ^^`,
  quotes: (c) => repeat(9, c, () => c.pick(['"', "'", '“', '”', `"${c.word()}`, `${c.word()}"`, '""'])),
  'thousands of signs': (c) => c.pick(signs).repeat(1000 + c.below(4000)),
  'a sign between words, often': (c) => `${c.word()}${c.pick(signs)}`.repeat(50 + c.below(500)),
  parentheses: (c) => `${'('.repeat(c.below(600))}${c.word()}${')'.repeat(c.below(600))}`,
  statement: (c) => c.pick(statements).replace('?', c.word),
  pattern: (c) => `${c.pick(patterns)} ${c.word()}`,
  format: (c) => `${c.word()} ${c.pick(formats)}`,
  json: (c) => JSON.stringify({ query: c.word(), [c.word()]: [c.below(9), null, { $ne: '"' }] }),
  scripts: (c) => repeat(20, c, () => c.pick(scripts), c.pick(['', ' '])),
  'scripts and words': (c) => repeat(10, c, () => c.pick(scripts) + c.word(), ''),
  'any code unit': (c) => repeat(40, c, () => String.fromCharCode(c.below(65_536)), ''),
  'leading dash': (c) => `${'-'.repeat(1 + c.below(3))}${c.word()} -${c.word()}`,
  'one long word': (c) =>
    c
      .word()
      .repeat(1 + c.below(4000))
      .slice(0, 100_000),
  'long word in capitals and small': (c) =>
    repeat(2000, c, () => c.word().replace(/^./, (first) => first.toUpperCase()), ''),
  'long path': (c) => repeat(2000, c, c.word, c.pick(['/', '.', '-', '_', '::', '\\'])),
  'long text without blanks': (c) => repeat(3000, c, () => c.pick(['部', '署', '方', '案', 'の', 'ก', 'า']), ''),
  'one word again and again': (c) => `${c.word()} `.repeat(2000),
  prose: (c) => repeat(9000, c, c.word).slice(0, 50_000),
  'distinct words': (c) => repeat(900, c, () => `${c.word()}${c.below(100_000)}`),
  'long phrase': (c) => `"${repeat(900, c, c.word)}"`,
  'phrases of names': (c) => `"${repeat(700, c, () => `${c.word()}-${c.below(9)}`)}"`,
  'many phrases': (c) => repeat(300, c, () => `"${c.word()} ${c.word()}"`),
  'operator chains': (c) => repeat(300, c, c.word, c.pick([' OR ', ' AND ', ' NOT ', ' AND NOT ', ' OR NOT '])),
  numbers: (c) => repeat(60, c, () => String(c.below(1_000_000)), c.pick([' ', '.', ',', '-'])),
  blanks: (c) => `${' \t\n\r'.repeat(c.below(2000))}${c.word()}`,
}

function makeChance(seed: number, words: readonly string[]): Chance {
  let state = seed
  const next = (): number => {
    // A linear congruential generator (Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? ''
  return { below, pick, word: () => pick(words) }
}
