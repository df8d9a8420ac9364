import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutPassages } from '../../src/record/passages.ts'

const prose = (words: number) => Array.from({ length: words }, (_, n) => `word${n}`).join(' ')
const places = (body: string) => cutPassages(body).map(({ line, endLine }) => [line, endLine])

describe('cutPassages', () => {
  test('a section is a passage, under its heading and those above', () => {
    const body = ['# Queue', 'About.', '## Retries', 'Three.', '### Jitter', 'Full.', '## Limits', 'Ten.'].join('\n')
    expect(cutPassages(body).map(({ heading, above }) => [...above, heading])).toEqual([
      ['Queue'],
      ['Queue', 'Retries'],
      ['Queue', 'Retries', 'Jitter'],
      ['Queue', 'Limits'],
    ])
    expect(places(body)).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ])
  })

  test('a heading with nothing under it stays with the one below', () => {
    expect(places('# Queue\n\n## Retries\n\nThree.')).toEqual([[1, 5]])
  })

  test('a long section is cut between paragraphs, and without any between lines', () => {
    const paragraph = prose(100)
    expect(places([paragraph, '', paragraph, '', paragraph, '', paragraph].join('\n'))).toEqual([
      [1, 3],
      [4, 7],
    ])
    expect(places([paragraph, paragraph, paragraph, paragraph].join('\n'))).toEqual([
      [1, 2],
      [3, 4],
    ])
  })

  test('a code block is never cut, whatever it holds', () => {
    const code = ['```sh', ...Array.from({ length: 200 }, (_, n) => `# step ${n}\n\n~~~\n\`\`\` x`), '```'].join('\n')
    const [before, block, after] = cutPassages(`## Before\nText.\n## Run\n${code}\n## After\nText.`)
    expect(before?.text).toBe('## Before\nText.')
    expect(block?.text).toBe(`## Run\n${code}`)
    expect(after?.text).toBe('## After\nText.')
  })

  test('a line that is too long by itself is cut after sentences', () => {
    const sentence = `${prose(30)}.`
    const body = Array.from({ length: 20 }, () => sentence).join(' ')
    const passages = cutPassages(body)
    expect(passages.length).toBe(3)
    for (const { line, endLine, text } of passages) {
      expect([line, endLine]).toEqual([1, 1])
      expect(text.endsWith('.')).toBe(true)
    }
  })

  test('the passages hold the body, in order and nothing twice', () => {
    const line = fc.oneof(
      fc.constantFrom('', '', '# One', '## Two', '### Three', '```', '~~~', '- item', '😀'.repeat(1000)),
      fc.integer({ min: 1, max: 700 }).map(prose),
    )
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (lines) => {
        const passages = cutPassages(lines.join('\n'))
        let [joined, end] = ['', 0]
        for (const { line: start, endLine, text } of passages) {
          expect([end, end + 1]).toContain(start)
          expect(endLine).toBeGreaterThanOrEqual(start)
          expect(text.isWellFormed()).toBe(true)
          joined += joined === '' && end === 0 ? text : start === end ? text : `\n${text}`
          end = endLine
        }
        expect(joined).toBe(lines.join('\n'))
        expect(end).toBe(lines.length)
      }),
    )
  })
})
