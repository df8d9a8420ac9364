import { expect, test } from 'vitest'
import { renderInit } from '../../../src/cli/render/init.ts'

test.each([
  [['config.json', '.gitignore', 'events', '.git'], 'Made the vault /v: config.json, .gitignore, events, .git.'],
  [['.git'], 'Completed the vault /v: .git.'],
  [[], 'The vault /v is complete.'],
])('what was made of %j', (created, said) => {
  expect(renderInit({ vault: '/v', created, git: { state: 'present' } })).toBe(said)
})
