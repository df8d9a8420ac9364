import { expect, test } from 'vitest'
import { holdVault } from '../../src/vault/held-vault.ts'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { find } from '../support/search-vault.ts'
import { mayMount, withSmallDisk } from '../support/small-disk.ts'
import { makeVault, put, testPorts } from '../support/vault.ts'

test.skipIf(!mayMount)('a vault that was opened on a full disk is written again once there is room', async () => {
  await withSmallDisk('16m', async ({ path, resize, fill }) => {
    const ports = testPorts()
    const { root, vault } = await makeVault(ports, path)
    await put(vault, { id: 'a', title: 'Retry', body: 'with jitter' })
    closeVault(vault)
    fill()
    const held = holdVault({ open: () => openVault(root, { ports }), tell: () => {} })
    const isThere = async (id: string): Promise<boolean> =>
      held.run(async (open) => (await find(open, 'retry')).hits.some((hit) => hit.id === id))
    const write = (id: string) => held.run((open) => put(open, { id, title: 'Retry again', body: 'with a cap' }))
    try {
      expect(await isThere('a')).toBe(true)
      await expect(write('b')).rejects.toMatchObject({ code: 'IO', message: 'the disk is full' })
      resize('16m')
      ports.advance(5000)
      await write('c')
      expect(await isThere('c')).toBe(true)
    } finally {
      await held.close()
    }
  })
})
