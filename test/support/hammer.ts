/** A process of the concurrency test: writes its own records and counts uses of a shared one, as fast as it can. */
import { getRecords } from '../../src/vault/reading/get.ts'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'

const [root = '', name = '', rounds = '0'] = process.argv.slice(2)
const project = 'acme'

for (let n = 0; n < Number(rounds); n++) {
  const vault = await openVault(root)
  const fields = { kind: 'note', title: `${name} ${n}`, body: `text of ${name} number ${n}` }
  const { created } = await upsertRecord(vault, toRecordDraft(undefined, fields, vault.config.limits), {
    project,
    cwd: root,
  })
  const { records } = await getRecords(vault, {
    names: ['shared'],
    kind: undefined,
    project,
    cwd: root,
    session: undefined,
    lines: undefined,
  })
  if (!created || records.length !== 1 || vault.notices.length > 0) {
    process.stderr.write(`${name} ${n}: created ${created}, ${records.length} records, ${vault.notices.join('; ')}\n`)
    process.exitCode = 1
  }
  closeVault(vault)
}
