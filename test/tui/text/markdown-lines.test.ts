import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineText, lineWidth, type Span } from '../../../src/tui/text/line.ts'
import { toMarkdownLines } from '../../../src/tui/text/markdown-lines.ts'
import { anyText } from '../../support/glyphs.ts'

/** More lines than any text of these tests has. */
const all = 1000

function show(text: string, width = 40, words: string[] = []): string[] {
  return toMarkdownLines(text, { width, words, limit: all }).map(lineText)
}

function spansOf(text: string, style: Span['style'], words: string[] = []): string[] {
  const lines = toMarkdownLines(text, { width: 80, words, limit: all })
  return lines.flat().flatMap((span) => (span.style === style ? [span.text] : []))
}

describe('Markdown as lines', () => {
  test('headings, paragraphs and rules', () => {
    expect(show('# One\ntext\nof two lines\n\n---\n\nTwo\n---\nlast  \nbreak', 20)).toEqual([
      '# One',
      '',
      'text of two lines',
      '',
      '─'.repeat(20),
      '',
      '## Two',
      '',
      'last',
      'break',
    ])
  })

  test('lists: nested, numbered, tight and loose', () => {
    expect(show('- one two three four\n  - inner\n- last\n\n9. nine\n10. ten', 16)).toEqual([
      '• one two three',
      '  four',
      '  • inner',
      '• last',
      '',
      '9. nine',
      '10. ten',
    ])
    expect(show('- a\n\n- b\n\n  more')).toEqual(['• a', '', '• b', '  ', '  more'])
    expect(show('- # head\n- ```\n  code\n  ```\n-')).toEqual(['• # head', '•   code', '• '])
  })

  test('code is kept as it is: cut, not wrapped; tabs are expanded', () => {
    expect(show(`\`\`\`sh\n\tif  x\n\n${'y'.repeat(50)}\n\`\`\`\n`, 20)).toEqual([
      '      if  x',
      '  ',
      `  ${'y'.repeat(17)}…`,
    ])
  })

  test('block quotes, also nested', () => {
    expect(show('> one two three four\n> > deep', 14)).toEqual(['│ one two', '│ three four', '│ ', '│ │ deep'])
  })

  test('tables are aligned by cells and cut to the width', () => {
    const table = '| 名前 | n |\n|:--|--:|\n| 部署方案 | 1 |\n| x | 200 |'
    expect(show(table)).toEqual(['名前     │   n', '─────────┼────', '部署方案 │   1', 'x        │ 200'])
    expect(show(table, 11)).toEqual(['名前  │   n', '──────┼────', '部署… │   1', 'x     │ 200'])
  })

  test('emphasis, code, links and records', () => {
    const text = 'a **bold** and `code` [docs](https://x.example/a) <https://y.example> [[trap-1#how|that]] [[b/c]]'
    expect(show(text, 200)).toEqual([
      'a bold and code docs (https://x.example/a) https://y.example that [[trap-1]] [[b/c]]',
    ])
    expect(spansOf(text, 'bold')).toEqual(['bold'])
    expect(spansOf(text, 'code')).toEqual(['code'])
    expect(spansOf(text, 'link')).toEqual(['docs', 'https://y.example', '[[trap-1]]', '[[b/c]]'])
    expect(show('![a cat](cat.png)')).toEqual(['a cat (image) (cat.png)'])
  })

  test('matched words stand out as in the list of a search, also across a border of styles', () => {
    const words = ['deploy', 'locked table']
    expect(spansOf('Deployed the **locked** table', 'match', words)).toEqual(['Deployed', 'locked table'])
    expect(spansOf('`deploy --now` in code\n\n    deploy', 'match', words)).toEqual(['deploy', 'deploy'])
    expect(spansOf('# Deploying', 'match', words)).toEqual(['Deploying'])
  })

  test('HTML is text, and nothing is obeyed that a terminal would', () => {
    expect(show('<b onclick="x">hi</b>\n\n<script>alert(1)</script>')).toEqual([
      '<b onclick="x">hi</b>',
      '',
      '<script>alert(1)</script>',
    ])
    expect(show('a\x1b[2Jb &#x202e; c\u200b\x9b')).toEqual(['a\\x1b[2Jb \\u202e c\\u200b\\x9b'])
  })

  test('line breaks of every system', () => {
    expect(show('# a\r\n\r\nb\r\n```\r\nc\r\n```')).toEqual(['# a', '', 'b', '', '  c'])
  })

  test('wide text breaks between characters, and not before what closes', () => {
    expect(show('部署方案说明。', 12)).toEqual(['部署方案说', '明。'])
    expect(show('🚀 launch ✅ and more', 10)).toEqual(['🚀 launch', '✅ and', 'more'])
  })

  test('of a large text only the lines that are asked for are made', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `Line ${index} of a long text\n`).join('\n')
    expect(toMarkdownLines(text, { width: 40, words: [], limit: 5 }).map(lineText)).toEqual(
      ['Line 0', '', 'Line 1', '', 'Line 2'].map((line) => line && `${line} of a long text`),
    )
    expect(toMarkdownLines('x'.repeat(1_000_000), { width: 40, words: [], limit: 3 })).toHaveLength(3)
  })

  test('where much of a text shows nothing it is not read to its end, and a line says so', () => {
    const text = `start\n${'\n'.repeat(200_000)}end`
    expect(toMarkdownLines(text, { width: 40, words: [], limit: 9 }).map(lineText)).toEqual(['start', '… (it goes on)'])
  })

  test('a text made to be slow is answered', () => {
    for (const unit of ['[[', '[a](', '`a', '- a\n', '> > ', '|x|y|\n', '👩‍👩‍👧‍👦', '\u0301', 'word\n', '- - ']) {
      const text = `|a|b|\n|-|-|\n${unit.repeat(400_000 / unit.length)}`
      expect(toMarkdownLines(text, { width: 80, words: ['word', 'a'], limit: 60 }).length).toBeGreaterThan(1)
    }
  })

  test('a limit cuts the lines and changes none', () => {
    fc.assert(
      fc.property(anyMarkdown, fc.integer({ min: 1, max: 8 }), (text, limit) => {
        const lines = toMarkdownLines(text, { width: 30, words: [], limit: all })
        expect(toMarkdownLines(text, { width: 30, words: [], limit })).toEqual(lines.slice(0, limit))
      }),
    )
  })

  test('B146 no line is wider than asked for, and none holds what a terminal obeys', () => {
    fc.assert(
      fc.property(anyMarkdown, fc.integer({ min: 1, max: 50 }), (text, width) => {
        for (const line of toMarkdownLines(text, { width, words: ['a', '部'], limit: all })) {
          expect(lineWidth(line)).toBeLessThanOrEqual(width)
          expect(lineText(line)).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/)
        }
      }),
    )
  })
})

const marks = [
  '# ',
  '- ',
  '10. ',
  '> ',
  '```\n',
  '    ',
  '\n',
  '\n\n',
  '**',
  '`',
  '| a | b |\n|--|--|\n| ',
  '[[',
  ']]',
  '---\n',
]
const anyMarkdown = fc
  .array(fc.tuple(fc.constantFrom('', '', ...marks), anyText), { maxLength: 8 })
  .map((parts) => parts.flat().join(''))
