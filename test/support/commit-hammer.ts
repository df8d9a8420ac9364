/** A process of the commit test: writes records of its own, every other one in the place of the last, and commits. */
import { commitIfDue } from '../../src/vault/committing/commit.ts'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'

const [root = '', name = '', rounds = '0'] = process.argv.slice(2)

for (let n = 0; n < Number(rounds); n++) {
  const vault = await openVault(root)
  const fields = {
    kind: 'decision',
    title: `${name} ${n}`,
    body: `text of ${name} number ${n}`,
    ...(n % 2 === 1 && { supersedes: `${name}-${n - 1}` }),
  }
  const draft = toRecordDraft(`${name}-${n}`, fields, vault.config.limits)
  const { event } = await upsertRecord(vault, draft, { project: 'acme', cwd: root })
  process.stdout.write(`${event}\n`)
  await commitIfDue(vault)
  if (vault.notices.length > 0) process.stderr.write(`${name} ${n}: ${vault.notices.join('; ')}\n`)
  closeVault(vault)
}
