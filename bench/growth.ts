/** Single commands in a large vault against a small one: none may cost more because the vault has grown. */
import { recordHits } from '../src/vault/writing/hits.ts'
import { toRecordDraft } from '../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../src/vault/writing/upsert.ts'
import { benchProject, inVault } from './corpus.ts'
import { type Comparison, compare, takeTurns } from './measure.ts'

export interface Sized {
  root: string
  records: number
}

/** Writing, editing, a counted read and opening. */
export async function compareSizes(large: Sized, small: Sized, rounds: number): Promise<Comparison[]> {
  const against = async (what: string, run: (root: string, n: number) => Promise<unknown>): Promise<Comparison> => {
    let n = 0
    const cases = [large, small].map(({ root, records }) => ({ name: `${records} records`, run: () => run(root, n++) }))
    return compare(`${what}, large vault against small`, '1', await takeTurns(cases, rounds))
  }
  return [
    await against('a new record', writeNew),
    await against('an edit', writeEdit),
    await against('a counted read', countHit),
    await against('opening with nothing new', (root) => inVault(root, async (vault) => vault.log.hasNews(new Map()))),
  ]
}

function writeNew(root: string, n: number): Promise<unknown> {
  return inVault(root, (vault) => {
    const draft = toRecordDraft(
      undefined,
      { kind: 'trap', title: `fresh trap ${n}`, body: `a trap of its own, number ${n}` },
      vault.config.limits,
    )
    return upsertRecord(vault, draft, { project: benchProject, cwd: root })
  })
}

function writeEdit(root: string, n: number): Promise<unknown> {
  return inVault(root, (vault) => {
    const draft = toRecordDraft(
      'edited',
      { kind: 'trap', title: 'Edited', body: `another text, number ${n}` },
      vault.config.limits,
    )
    return upsertRecord(vault, draft, { project: benchProject, cwd: root })
  })
}

function countHit(root: string): Promise<unknown> {
  return inVault(root, (vault) =>
    recordHits(vault, {
      records: [{ project: benchProject, id: 'edited', kind: 'trap' }],
      via: 'get',
      session: undefined,
      query: undefined,
    }),
  )
}
