import { expect, test } from 'vitest'
import { assertNoSwitchValue, type FlagForm } from '../../src/cli/switch-values.ts'

const flags: { [name: string]: FlagForm } = {
  all: { type: 'boolean', aliases: ['everywhere'] },
  refresh: { type: 'boolean' },
  body: { type: 'option' },
}

test.each([
  [['x', '--all=false'], '--all takes no value'],
  [['--everywhere=1'], '--everywhere takes no value'],
  [['--no-refresh='], '--no-refresh takes no value'],
])('%j is refused', (argv, message) => {
  expect(() => assertNoSwitchValue(argv, flags)).toThrow(message)
})

test.each([
  [['--all', 'x=y', '--body=--all=1']],
  [['--body', '--all=false']],
  [['--', '--all=false']],
  [['--unknown=1', '=', '-=']],
])('%j is not', (argv) => {
  expect(() => assertNoSwitchValue(argv, flags)).not.toThrow()
})
