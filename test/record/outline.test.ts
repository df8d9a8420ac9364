import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findHeadings, firstSentence, firstTitle, withoutClosedFences } from '../../src/record/outline.ts'

describe('a heading', () => {
  test('is what the pattern finds that says it in one line', () => {
    const pattern = /^ {0,3}(#{1,6})[ \t]+(?!#*[ \t]*$)(\S|\S.*?)(?:[ \t]+#*)?[ \t]*$/
    const line = fc.array(fc.constantFrom('#', '##', ' ', '\t', 'a', 'é', '.'), { maxLength: 9 })
    fc.assert(
      fc.property(line, (parts) => {
        const text = parts.join('')
        const [, signs = '', words = ''] = pattern.exec(text) ?? []
        expect(findHeadings(text)).toEqual(words === '' ? [] : [{ line: 1, level: signs.length, text: words }])
      }),
      { numRuns: 2000 },
    )
  })

  test('keeps the signs that are a part of its words', () => {
    const texts = findHeadings('# C#\n## F# and C# ##\n### `#include` #\n# # ##').map(({ text }) => text)
    expect(texts).toEqual(['C#', 'F# and C#', '`#include`', '#'])
  })

  test.each([' ', '\t', '#', ' #', '# '])('of %j a hundred thousand times over is read at once', (signs) => {
    const words = `a${signs.repeat(100_000)}b`
    expect(findHeadings(`# ${words}`)).toEqual([{ line: 1, level: 1, text: words }])
    expect(firstSentence(`# ${words}`)).toBe('')
  })
})

describe('the first sentence', () => {
  test.each([
    ['# Why\n\nRetries come back. Then more.', 'Retries come back.'],
    ['Retries come\nback at v1.2 once. Then more.', 'Retries come back at v1.2 once.'],
    ['```\ncode.\n```\n- **Bold** first\n- second\n\nNext.', '**Bold** first second'],
    ['部署失败。再试。', '部署失败。'],
    ['Version 1.2.3 of example.com is out! Rejoice.', 'Version 1.2.3 of example.com is out!'],
    ['No end', 'No end'],
    ['# Heading\n\n---\n\n- The first item. More.\n- The second.', 'The first item.'],
    ['> 1. Quoted and numbered', 'Quoted and numbered'],
    ['He said "stop." Then nothing.', 'He said "stop."'],
    ['\n \n---\n***\n', ''],
    ['# Only\n\n## Headings', ''],
    ['', ''],
  ])('of %j is %j', (body, sentence) => {
    expect(firstSentence(body)).toBe(sentence)
  })
})

test.each([
  ['Text.\n\n# Title', 'Title'],
  ['First one. Second one.', 'First one'],
  ['```sh\nnpm ci\n```', 'npm ci'],
  ['```\n# no heading\n```\nText', '# no heading'],
  ['#\n\nText below', 'Text below'],
  ['---\n\nText', undefined],
  ['```', '```'],
  ['🎉', '🎉'],
  [' \n', undefined],
])('the title of %j is %j', (body, title) => {
  expect(firstTitle(body)).toBe(title)
})

test('a block of code that nothing closes stays where half of a conflict may have opened it', () => {
  expect(withoutClosedFences('a\n```\nb\n```\nc')).toBe('a\nc')
  expect(withoutClosedFences('a\n~~~\nb\n```\n')).toBe('a\n~~~\nb\n```\n')
  expect(withoutClosedFences('```\na\n```\n````\nb\n```')).toBe('````\nb\n```')
  expect(withoutClosedFences('a')).toBe('a')
})
