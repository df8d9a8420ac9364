import { expect, test } from 'vitest'
import { fitsScreen, pageText } from '../../src/cli/pager.ts'

const screen = { rows: 4, columns: 10 }

test.each([
  ['one\ntwo\nthree\n', true],
  ['one\ntwo\nthree\nfour', false],
  ['one\ntwo\nlonger than a line', false],
  ['one\ntwo\n\x1b[31mshort\x1b[39m', true],
  ['', true],
])('%j fits: %s', (text, fits) => {
  expect(fitsScreen(text, screen)).toBe(fits)
})

test.each(['', ' ', 'cat', '/no/such/pager', 'no-such-pager -x', 'X=1 no-such-pager'])(
  'with the pager %j the text is left to be printed',
  async (pager) => {
    expect(await pageText('text', pager)).toBe(false)
  },
)

test.each(['true', 'sleep 0', 'exit 3 # in a shell'])(
  '%j that reads nothing of a long text is no failure',
  async (pager) => {
    expect(await pageText('text\n'.repeat(100_000), pager)).toBe(true)
  },
)

test('a terminal that does not say its size is not paged', () => {
  expect(fitsScreen('line\n'.repeat(100), { rows: 0, columns: 0 })).toBe(true)
})
