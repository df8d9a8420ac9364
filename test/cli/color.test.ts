import { expect, test } from 'vitest'
import { toPaint } from '../../src/cli/color.ts'

const terminal = { isTty: true, noColor: false, term: 'xterm-256color' }

test('colours on a terminal, and nowhere else', () => {
  expect(toPaint(terminal)('bold', 'a')).toBe('\x1b[1ma\x1b[22m')
  expect(toPaint({ ...terminal, isTty: false })('bold', 'a')).toBe('a')
  expect(toPaint({ ...terminal, noColor: true })('bold', 'a')).toBe('a')
  expect(toPaint({ ...terminal, term: 'dumb' })('bold', 'a')).toBe('a')
})
