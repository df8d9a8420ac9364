/** A process of the scaling benchmark: writes so many records to the vault, one after another, each acknowledged. */
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'
import { benchProject, inVault } from '../corpus.ts'

const [root = '', name = '', count = '0'] = process.argv.slice(2)

await inVault(root, async (vault) => {
  for (let n = 0; n < Number(count); n++) {
    const fields = { kind: 'note', title: `${name} ${n}`, body: `Text ${n} of the process ${name}.` }
    const place = { project: benchProject, cwd: root }
    await upsertRecord(vault, toRecordDraft(undefined, fields, vault.config.limits), place)
  }
})
