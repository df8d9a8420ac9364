import { expect, onTestFinished, test } from 'vitest'
import { resolveAlias } from '../../../src/projections/index/project-rows.ts'
import { closeVault } from '../../../src/vault/vault.ts'
import { makeVault } from '../../support/vault.ts'

test.each(['constructor', '__proto__'])('a project may be called %s, and is no alias by that', async (id) => {
  const { vault } = await makeVault()
  onTestFinished(() => closeVault(vault))
  const { projections, config } = vault
  expect(resolveAlias(projections.db, id, config.projectAliases)).toBe(id)
  expect(resolveAlias(projections.db, 'shop', { shop: id })).toBe(id)
})
