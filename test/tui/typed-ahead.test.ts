import { expect, test } from 'vitest'
import { toTyped } from '../../src/tui/typed-ahead.ts'

const shown = (input: string): string[] => toTyped(input).map(({ text, isKey }) => (isKey ? `<${text}>` : text))

test('keys that come together are those that were pressed', () => {
  expect(shown('queue\r')).toEqual(['queue', '<enter>'])
  expect(shown('\x05\x15')).toEqual(['<ctrl-e>', '<ctrl-u>'])
  expect(shown('\tj\x7f部署')).toEqual(['<tab>', 'j', '<backspace>', '部署'])
  expect(shown('q')).toEqual(['q'])
})

test('B151 a paste that the terminal did not mark stays one text', () => {
  const pasted = 'a\nb\x1b[31mc'.repeat(300)
  expect(shown(pasted)).toEqual([pasted])
})
