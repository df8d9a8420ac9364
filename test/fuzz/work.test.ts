/**
 * What a text costs grows with its length: the same few characters over and over, where a reader could begin again at each
 * of them. Two lengths are compared on the same machine, so a slow one fails nothing.
 */
import { expect, test } from 'vitest'
import { toCsvLines } from '../../src/lib/csv-lines.ts'
import { toHarmless, toHarmlessJson } from '../../src/lib/harmless.ts'
import { toIdentifiers, toNames } from '../../src/lib/identifiers.ts'
import { toIndexText } from '../../src/lib/search-text.ts'
import { makeSnippet } from '../../src/lib/snippet.ts'
import { readRecordFile } from '../../src/projections/files/read-record-file.ts'
import { findLinkTargets, retargetBodyLinks } from '../../src/record/body-links.ts'
import { parseFrontmatter } from '../../src/record/frontmatter-parse.ts'
import { parseGitConfig } from '../../src/record/git-config.ts'
import { slugify } from '../../src/record/ids.ts'
import { toMarkdownHtml } from '../../src/record/markdown-html.ts'
import { findHeadings, firstSentence } from '../../src/record/outline.ts'
import { cutPassages } from '../../src/record/passages.ts'
import { normalizeRemote } from '../../src/record/remote.ts'
import { findSecrets } from '../../src/record/secrets/find-secrets.ts'
import { parseQuery } from '../../src/retrieval/query.ts'
import { toMarkdownLines } from '../../src/tui/text/markdown-lines.ts'
import { cpuMsOf } from '../support/cpu-time.ts'

const location = { project: 'acme', kind: 'note' as const, stem: 'x' }

const readers: { readonly [name: string]: (text: string) => unknown } = {
  frontmatter: (text) => parseFrontmatter(`---\na: ${text}\n---\nb`),
  'a file with conflict markers': (text) =>
    readRecordFile(Buffer.from(`<<<<<<< a\n${text}\n${'x\n'.repeat(text.length)}`), location),
  headings: findHeadings,
  links: findLinkTargets,
  'links that move': (text) => retargetBodyLinks(`[[a]] ${text}`, (target) => `${target}-2`),
  sentence: firstSentence,
  passages: cutPassages,
  page: (text) => toMarkdownHtml(text, { hrefOf: () => undefined }),
  screen: (text) => toMarkdownLines(text, { width: 80, words: ['a'], limit: 1000 }),
  snippet: (text) => makeSnippet(text, ['aa', 'b']),
  index: toIndexText,
  identifiers: toIdentifiers,
  names: toNames,
  secrets: findSecrets,
  slug: slugify,
  remote: normalizeRemote,
  'git config': (text) => parseGitConfig(`[remote "o"]\nurl = ${text}`),
  query: (text) => parseQuery(text),
  harmless: (text) => [toHarmless(text), toHarmlessJson(text), toCsvLines([[text]])],
}

const units = [
  ...[
    'a',
    '`',
    '[',
    '[[',
    '[[a|',
    '[[a#',
    '](',
    '![',
    '*',
    '_a',
    '<',
    '<a ',
    '"',
    '\\',
    '|',
    '- ',
    '> ',
    '#',
    ' ',
    '\n',
    '\r',
  ],
  ...[
    '&a ',
    '*a ',
    '{',
    '}',
    'a: ',
    'a.b',
    'a_',
    'a-',
    'aB',
    '/a',
    '../',
    'a@',
    'a=',
    '1.',
    'a. ',
    'http://a',
    'sk-',
    'eyJ',
  ],
  ...[
    '-----BEGIN ',
    'password: ',
    'é',
    'e\u0301',
    '漢',
    '\u200d',
    '\u{1f468}\u200d',
    '\udb40\udc41',
    '"a" ',
    'A a ',
    'a OR ',
  ],
]

/** Characters. The longer is eight times the shorter: what is linear takes about eight times as long, what is square 64. */
const [short, long] = [2000, 16_000]
const mostGrowth = 24
/** Milliseconds. A shorter time is that of the machine, not of the text. */
const leastMs = 250
/** Another program may have taken the processor from the longer text. */
const attempts = 4

test.each(Object.entries(readers))(
  '%s',
  (_, read) => {
    for (const unit of units) expect([unit, isInProportion(read, unit)]).toEqual([unit, true])
  },
  120_000,
)

function isInProportion(read: (text: string) => unknown, unit: string): boolean {
  return Array.from({ length: attempts }).some(() => {
    const longMs = measure(read, unit, long)
    return longMs < leastMs || longMs < mostGrowth * Math.max(measure(read, unit, short), leastMs / mostGrowth)
  })
}

function measure(read: (text: string) => unknown, unit: string, length: number): number {
  const text = unit.repeat(Math.ceil(length / unit.length))
  return cpuMsOf(() => read(text))
}
