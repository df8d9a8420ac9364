import { expect, test } from 'vitest'
import { toPaint } from '../../src/cli/color.ts'
import { readEnvironment } from '../../src/config/environment.ts'

const bold = '\x1b[1ma\x1b[22m'

test.each([
  ['a terminal', true, {}, bold],
  ['no terminal', false, {}, 'a'],
  ['B154 NO_COLOR', true, { NO_COLOR: '1' }, 'a'],
  ['B154 a dumb terminal', true, { TERM: 'dumb' }, 'a'],
  ['an empty NO_COLOR', true, { NO_COLOR: '' }, bold],
  ['CLICOLOR=0', true, { CLICOLOR: '0' }, 'a'],
  ['CLICOLOR=1 without a terminal', false, { CLICOLOR: '1' }, 'a'],
  ['FORCE_COLOR without a terminal', false, { FORCE_COLOR: '1' }, bold],
  ['FORCE_COLOR=0 on a terminal', true, { FORCE_COLOR: '0' }, 'a'],
  ['CLICOLOR_FORCE without a terminal', false, { CLICOLOR_FORCE: '1' }, bold],
  ['NO_COLOR beside FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, 'a'],
])('%s', (_, isTty, variables, shown) => {
  const environment = readEnvironment({ TERM: 'xterm-256color', ...variables })
  expect(toPaint({ ...environment, isTty, isRefused: false })('bold', 'a')).toBe(shown)
})

test('B154 --no-color is above all', () => {
  const environment = readEnvironment({ TERM: 'xterm', FORCE_COLOR: '1' })
  expect(toPaint({ ...environment, isTty: true, isRefused: true })('bold', 'a')).toBe('a')
})
