/** Turns of one session explain each other, but bring in nothing that an operator or a phrase has ruled out. */
import { expect, test } from 'vitest'
import { findIds } from '../../support/search-vault.ts'
import { makeVault, put } from '../../support/vault.ts'

async function withSession() {
  const { vault, ports } = await makeVault()
  const turns = ['shall we paint the kitchen green', 'yes, and the ceiling white', 'the train leaves at noon']
  for (const [at, body] of turns.entries()) {
    await put(vault, { id: `turn-${at}`, kind: 'conversation', title: 'Turn', body, facets: { session: ['s1'] } })
    ports.advance(1000)
  }
  return vault
}

test('the answer beside a matching turn is found, after the turn itself', async () => {
  expect(await findIds(await withSession(), 'kitchen')).toEqual(['turn-0', 'turn-1', 'turn-2'])
})

test.each([
  ['a phrase', '"kitchen green"', ['turn-0']],
  ['AND', 'kitchen AND green', ['turn-0']],
  ['NOT', 'kitchen NOT ceiling', ['turn-0']],
])('%s lets no other turn in', async (_, query, wanted) => {
  expect(await findIds(await withSession(), query)).toEqual(wanted)
})
