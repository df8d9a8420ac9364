import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, foldText } from '../../src/lib/fold.ts'
import { matchRanges } from '../../src/lib/match-ranges.ts'
import { makeSnippet } from '../../src/lib/snippet.ts'
import { truncate } from '../../src/lib/text-cut.ts'
import { cpuMsOf } from '../support/cpu-time.ts'

const marked = (text: string, terms: string[]) => matchRanges(text, terms).map(([start, end]) => text.slice(start, end))

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const graphemes = (text: string) => [...segmenter.segment(text.toWellFormed())].map(({ segment }) => segment)

describe('matchRanges', () => {
  test.each([
    ['Nightly running jobs', ['runs', 'job'], ['running', 'jobs']],
    ['happy hope', ['happiness', 'hoping'], ['happy', 'hope']],
    ['São Paulo, crème', ['sao', 'creme'], ['São', 'crème']],
    ['call parseUserToken', ['user', 'token'], ['UserToken'.slice(0, 4), 'Token']],
    ['call parseUserToken', ['parseusertoken'], ['parseUserToken']],
    ['the rotate_signing_key of', ['signing'], ['signing']],
    ['retry-budget, budget', ['retry-budget'], ['retry-budget']],
    ['run runner', ['runn*'], ['runner']],
    ['发布窗口改到周四', ['窗口', '周四'], ['窗口', '周四']],
    ['die Straße über Øresund', ['strasse', 'oresund'], ['Straße', 'Øresund']],
    ['最后运行useState和API。', ['usestate', 'api'], ['useState', 'API']],
    ['ﾊﾞｯｸｱｯﾌﾟの手順', ['バックアップ'], ['ﾊﾞｯｸｱｯﾌﾟ']],
    ['go 🚀 now', ['🚀'], ['🚀']],
    ['redeploy', ['deploy'], []],
    ['v1.2.3 and 2', ['v1.2.3'], ['v1.2.3']],
    ['anything', ['', '*', '?'], []],
  ])('%s', (text, terms, expected) => {
    expect(marked(text, terms)).toEqual(expected)
  })
})

describe('foldText', () => {
  test.each([
    ['Straße', 'strasse', [0, 1, 2, 3, 4, 4, 5, 6]],
    ['e\u0301a', 'ea', [0, 2, 3]],
    ['\u1107\u1162\u11a8x', '백x', [0, 3, 4]],
    ['ab', 'ab', [0, 1, 2]],
  ])('%s', (given, folded, sources) => {
    const { text, sourceOf } = foldText(given)
    expect(text).toBe(folded)
    expect(Array.from({ length: folded.length + 1 }, (_, at) => sourceOf(at))).toEqual(sources)
  })

  test('folds a text as it folds its words, whatever form its letters have', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(foldText(text).text).toBe(fold(text))
        expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
      }),
    )
  })
})

describe('makeSnippet', () => {
  const filler = Array.from({ length: 200 }, (_, index) => `Line ${index} says nothing of interest here.`)
  const body = [...filler, 'Before it.', 'The gateway retries\n\tthree  times with jitter.', ...filler].join('\n')

  test('shows the passage that holds most terms, on one line, with line numbers', () => {
    const snippet = makeSnippet(body, ['gateway', 'jitter', 'interest'], { maxChars: 80 })
    expect(snippet.text).toBe('…interest here. Before it. The gateway retries three times with jitter. Line…')
    expect([snippet.line, snippet.endLine]).toEqual([200, 204])
    expect(marked(snippet.text, ['gateway', 'jitter', 'interest'])).toEqual(['interest', 'gateway', 'jitter'])
  })

  test('is taken from the lines that it is told to, and counts lines in the whole', () => {
    const snippet = makeSnippet(body, ['gateway', 'jitter', 'interest'], { maxChars: 60, within: [10, 12] })
    expect(snippet.text).toBe('…of interest here. Line 10 says nothing of interest here.…')
    expect([snippet.line, snippet.endLine]).toEqual([10, 11])
    expect(makeSnippet('one\ntwo', ['one'], { within: [2, 2] })).toMatchObject({ text: '…two', line: 2, endLine: 2 })
  })

  test('without a match it is the beginning', () => {
    const snippet = makeSnippet('\n\nfirst words\nmore', ['absent'])
    expect(snippet).toEqual({ text: 'first words more', line: 3, endLine: 4 })
    expect(makeSnippet('', ['x'])).toEqual({ text: '', line: 1, endLine: 1 })
  })

  test('a match at the very end has text before it', () => {
    const { text } = makeSnippet(`${filler.join(' ')} needle`, ['needle'], { maxChars: 60 })
    expect(text).toMatch(/^….{40,} needle$/)
  })

  test('B024 never tears a character, stays within its length, and points at what it says', () => {
    const unit = fc.constantFrom('a', 'b ', '\n', '😀', '👩‍💻', '发', 'é', 'e\u0301', 'ข่', '\0', 'run ', '\ud83d')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 200 }), fc.integer({ min: 40, max: 120 }), (text, maxChars) => {
        const snippet = makeSnippet(text, ['running', '发', '😀'], { maxChars })
        expect(snippet.text.isWellFormed()).toBe(true)
        expect(snippet.text.length).toBeLessThanOrEqual(maxChars)
        expect(['…', ' ', ...graphemes(text)]).toEqual(expect.arrayContaining(graphemes(snippet.text)))
        expect(snippet.line).toBeLessThanOrEqual(snippet.endLine)
        for (const word of marked(snippet.text, ['running', '发', '😀'])) expect(word).toMatch(/^(?:run|发|😀)+$/)
      }),
      { numRuns: 500 },
    )
  })

  test('a text is looked at no further than its first 200,000 letters, and in one go', () => {
    const line = 'prefix running text of the café and more runs '
    const long = `${line.repeat(25_000)} needle`
    const terms = ['run', 'runs*', 'the', 'cafe', 'absent', 'e']
    const timeOf = (text: string): number => cpuMsOf(() => makeSnippet(text, terms))
    timeOf(long)
    // A hundred thousand letters are half of what is looked at.
    const half = Math.min(...[1, 2, 3].map(() => timeOf(long.slice(0, 100_000))))
    const all = Math.min(...[1, 2, 3].map(() => timeOf(long)))
    expect(all).toBeLessThan(8 * half + 20)
    expect(makeSnippet(long, ['needle']).line).toBe(1)
  })
})

test('B024 truncate', () => {
  const title = `${'x'.repeat(79)}😀😀`
  expect(truncate(title, 80)).toBe(`${'x'.repeat(79)}…`)
  expect(truncate(title, 81)).toBe(`${'x'.repeat(79)}…`)
  expect(truncate(title, 83)).toBe(title)
  expect(truncate('ab👩‍💻cd', 6)).toBe('ab…')
})
