import { expect, test } from 'vitest'
import { toUnknownCommand } from '../../src/cli/unknown-command.ts'

const ids = ['config:get', 'config:set', 'doctor', 'search', 'upsert']

test.each([
  [['serach', 'words'], 'did you mean "memo search"?'],
  [['Search'], 'did you mean "memo search"?'],
  [['confg', 'set', 'a', 'b'], 'did you mean "memo config set"?'],
  [['confg'], 'did you mean "memo config"?'],
  [['config'], 'run "memo config" to see the commands'],
  [['config', 'zzzzzz'], 'run "memo config" to see the commands'],
  [['config', 'sett', 'a'], 'did you mean "memo config set"?'],
  [['zzzzzz'], 'run "memo --help" to see the commands'],
  [[], 'run "memo --help" to see the commands'],
])('%j', (words, hint) => {
  expect(toUnknownCommand(words, ids)).toMatchObject({ code: 'USAGE', hint })
})

test('a word behind a command that takes none is what is wrong with the call', () => {
  const refusal = toUnknownCommand(['config', 'get', 'x', 'y'], ids)
  expect(refusal).toMatchObject({
    code: 'USAGE',
    message: 'unexpected argument: x',
    hint: '"memo config get" takes none',
  })
})
