import { expect, test } from 'vitest'
import { parseRequest } from '../../../src/cli/completion/answer.ts'

const callOf = (...request: string[]) => parseRequest(request)?.call

test('fish hands words over as they are typed, zsh as they are meant', () => {
  expect(callOf('fish', 'get', '--vault', '"my vault"', 'a\\ b', "'it", 're\\ x')).toEqual({
    words: ['get', '--vault', 'my vault', 'a b', 'it'],
    current: 're x',
  })
  expect(callOf('fish', '"re')).toEqual({ words: [], current: 're' })
  expect(callOf('zsh', 'get', 'my vault', "it's \\ so")).toEqual({ words: ['get', 'my vault'], current: "it's \\ so" })
})
