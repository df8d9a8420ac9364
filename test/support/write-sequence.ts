/** Another process that writes, one record after another, each by a command of its own as far as the vault can tell. */
import { withVault } from '../../src/vault/vault.ts'
import { put } from './vault.ts'

const [root = '', count = '0'] = process.argv.slice(2)

for (let n = 1; n <= Number(count); n++) {
  await withVault(root, {}, (vault) => put(vault, { id: `n${n}`, body: `Number ${n} of the sequence.` }))
}
