import { expect, test } from 'vitest'
import { toUnknownCommand } from '../../src/cli/unknown-command.ts'

const ids = ['config:get', 'config:set', 'doctor', 'search', 'upsert']

test.each([
  [['serach', 'words'], 'Did you mean: memo search'],
  [['Search'], 'Did you mean: memo search'],
  [['confg', 'set', 'a', 'b'], 'Did you mean: memo config set'],
  [['zzzzzz'], 'memo --help'],
  [[], 'memo --help'],
])('%j', (words, hint) => {
  expect(toUnknownCommand(words, ids)).toMatchObject({ code: 'USAGE', hint })
})
