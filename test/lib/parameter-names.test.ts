import { expect, test } from 'vitest'
import { advise, toParameterNames } from '../../src/lib/parameter-names.ts'

const renamed = { all: 'crossProject', kind: 'kinds', tag: 'tags' }

test('advice speaks of parameters, and stored text is left alone', () => {
  expect(toParameterNames('raise --max-tokens, or add --kind, --tag or --all', renamed)).toBe(
    'raise maxTokens, or add kinds, tags or crossProject',
  )
  expect(toParameterNames('a---b --X a--kind', renamed)).toBe('a---b --X a--kind')
  const hit = { title: '--kind' }
  const answer = { hits: [hit], narrowHint: 'add --path', abstained: { reason: 'weak', hint: 'use --as-of' } }
  expect(advise(answer, renamed)).toEqual({
    hits: [hit],
    narrowHint: 'add path',
    abstained: { reason: 'weak', hint: 'use asOf' },
  })
  expect(advise({ abstained: null }, renamed)).toEqual({ abstained: null })
})

test('a command that somebody is to run is told as it is run', () => {
  const hint = 'run "memo doctor --fix" to bring the events back, or add --kind'
  expect(toParameterNames(hint, renamed)).toBe('run "memo doctor --fix" to bring the events back, or add kinds')
})
