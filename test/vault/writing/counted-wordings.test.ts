/** A wording that a batch counts as a recurrence is counted once, and counts only if it came into the log. */
import { expect, test } from 'vitest'
import type { Vault } from '../../../src/vault/vault.ts'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { type ManyAnswer, type ManyItem, upsertMany } from '../../../src/vault/writing/upsert-many.ts'
import { letters } from '../../support/made-up-secrets.ts'
import { get, makeVault, project, put } from '../../support/vault.ts'

const body = 'The pool of redis connections runs dry under load.'
const trap = { kind: 'trap', title: 'Redis times out under load', body, pathPatterns: ['src/cache/**'] }
const again = { ...trap, title: 'Redis times out under load again' }

function toItem(at: number, { config }: Vault, fields: object): ManyItem {
  return { at, project, size: 1, toDraft: () => toRecordDraft(undefined, { ...fields }, config.limits) }
}

async function write(vault: Vault, items: readonly ManyItem[]): Promise<ManyAnswer[]> {
  const answers: ManyAnswer[] = []
  const onChunk = (done: readonly ManyAnswer[]): void => void answers.push(...done)
  async function* all(): AsyncGenerator<ManyItem> {
    yield* items
  }
  await upsertMany(vault, all(), { label: 'test', project, cwd: '/', onChunk })
  return answers
}

test('a chunk that is begun again after damage of the index counts what it had counted', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'redis', ...trap })
  const damage = [Object.assign(new Error('malformed'), { code: 'SQLITE_CORRUPT' })]
  const note = toItem(2, vault, { kind: 'note', title: 'Beside it', body: 'text' })
  const toDraft: ManyItem['toDraft'] = (...from) => {
    const thrown = damage.pop()
    if (thrown !== undefined) throw thrown
    return note.toDraft(...from)
  }
  const answers = await write(vault, [toItem(1, vault, again), { ...note, toDraft }])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['recurred', 'created'])
  expect((await get(vault, 'redis')).records[0]).toMatchObject({ occurrences: 2 })
})

test('a wording that was refused is refused again, and not passed over as counted', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'redis', ...trap })
  const secret = { ...again, body: `${body} ghp_${letters(36)}` }
  const answers = await write(vault, [toItem(1, vault, secret), toItem(2, vault, secret), toItem(3, vault, again)])
  expect(answers.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'recurred'])
  expect((await write(vault, [toItem(1, vault, again)])).map(({ outcome }) => outcome)).toEqual(['unchanged'])
})
