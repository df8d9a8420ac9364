/** Lists as they are written in frontmatter. */
import { expect, test } from 'vitest'
import type { JsonValue } from '../../src/record/json-value.ts'
import { toListField } from '../../src/record/list-field.ts'

test.each<[JsonValue, JsonValue | undefined]>([
  ['a, b,,c', ['a', 'b', 'c']],
  [
    ['a', null, '', 7, true],
    ['a', '7', 'true'],
  ],
  // `[[Ada]]` without quotation marks.
  [[['Ada']], ['Ada']],
  [7, ['7']],
  ['', undefined],
  [null, undefined],
  [{ area: 'db' }, { area: 'db' }],
  [
    ['x', { area: 'db' }],
    ['x', { area: 'db' }],
  ],
])('%j', (written, list) => {
  expect(toListField(written)).toEqual(list)
})

test('a million blanks between two words are read at once', () => {
  const words = `a${' '.repeat(1_000_000)}b`
  expect(toListField(words)).toEqual([words])
})
