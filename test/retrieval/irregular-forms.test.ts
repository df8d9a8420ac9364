import { describe, expect, test } from 'vitest'
import { irregularForms } from '../../src/retrieval/irregular-forms.ts'
import { toScoredForms } from '../../src/retrieval/match.ts'
import { parseQuery } from '../../src/retrieval/query.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, put } from '../support/vault.ts'

describe('irregular forms', () => {
  test.each([
    ['go', ['went', 'gone']],
    ['Went', ['go', 'gone']],
    ['going', ['go', 'went', 'gone']],
    ['goes', ['go', 'went', 'gone']],
    ['running', ['run', 'ran']],
    ['making', ['make', 'made']],
    ['children', ['child']],
    ['queue', []],
    ['string', []],
    // Both end in a form of another word, which stands before it in the table.
    ['eat', ['ate', 'eaten']],
    ['end', []],
  ])('%s is also %j', (word, others) => {
    expect(irregularForms(word)).toEqual(others)
  })

  test('a question finds what is told in another tense, and its snippet shows the word', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'told', body: 'The cluster was rebuilt after the broker lost its disk.' })
    await put(vault, { id: 'other', body: 'The cluster has a broker with a disk.' })
    const { hits } = await find(vault, 'when did the broker lose a disk')
    expect(hits.map(({ id }) => id)).toEqual(['told', 'other'])
    const others = 'Many things were said of the machines that day. '.repeat(20)
    await put(vault, { id: 'long', body: `${others}Then it was lost. ${others}` })
    const long = (await find(vault, 'when did we lose it')).hits.find(({ id }) => id === 'long')
    expect(long?.snippet).toContain('it was lost')
  })

  test('two words of one stem are one term', () => {
    expect(toScoredForms(parseQuery('retries retrying queue'))).toEqual(['"retries"', '"queue"'])
  })
})
