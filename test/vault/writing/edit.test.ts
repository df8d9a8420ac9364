import { expect, test } from 'vitest'
import { findEditable } from '../../../src/vault/writing/edit.ts'
import { makeVault, project, put } from '../../support/vault.ts'

test('of a vault that cannot be written no file is opened, and it says so', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'a-note', kind: 'note', title: 'A note', body: 'Words.' })
  const place = { project, cwd: '/' }
  await expect(findEditable(vault, 'a-note', place)).resolves.toMatchObject({ before: { id: 'a-note' } })
  vault.readOnly = true
  await expect(findEditable(vault, 'a-note', place)).rejects.toMatchObject({ code: 'READ_ONLY' })
})
