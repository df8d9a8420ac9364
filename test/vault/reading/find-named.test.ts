/** What a name may mean, and which of its meanings comes first. */
import { expect, onTestFinished, test } from 'vitest'
import { closeVault } from '../../../src/vault/vault.ts'
import { get, makeVault, put } from '../../support/vault.ts'

test('a title means its record however its accents are spelled, and one that is spelled so first', async () => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const [composed, apart] = ['Caf\u00e9 plan', 'Cafe\u0301 plan']
  const ids = async (name: string) => (await get(vault, name)).records.map(({ id }) => id)
  await put(vault, { id: 'menu', title: composed, body: 'coffee' })
  expect([await ids(composed), await ids(apart), await ids('Cafe plan')]).toEqual([['menu'], ['menu'], []])
  await put(vault, { id: 'other', title: apart, body: 'tea' })
  expect([await ids(composed), await ids(apart)]).toEqual([['menu'], ['other']])
})
