/** What a reader says of a record: did it help, is it stale or wrong. */
import { countersOf } from '../../events/counters.ts'
import { decideRating } from '../../events/decide.ts'
import { evolve } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import type { Rating } from '../../record/vocabulary.ts'
import { appendAndFold } from '../append.ts'
import { findOne } from '../reading/find-named.ts'
import { write } from '../refresh.ts'
import type { Vault } from '../vault.ts'

export interface RateInput {
  name: string
  rating: Rating
  comment: string | undefined
  session: string | undefined
  project: string | undefined
  cwd: string
  /** Store the comment even if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface RateResult {
  id: string
  projectId: string
  rating: Rating
  helpful: number
  stale: number
  outcome: number | null
  event: string
}

/** Counts a rating. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
export async function rateRecord(vault: Vault, input: RateInput): Promise<RateResult> {
  return write(vault, { label: 'feedback', place: { named: input.project, cwd: input.cwd } }, () => {
    const record = findOne(vault, input.name, input)
    const { project, id } = record
    const { rating, comment, session } = input
    const drafts = decideRating({ project, id, rating, comment, session, actor: vault.actor })
    const [event] = appendAndFold(vault, drafts, input)
    if (event === undefined) throw new MemoError('BUG', `the rating of ${id} left no trace`)
    const { helpful, stale, outcome } = countersOf(evolve(record, event))
    return { id, projectId: project, rating, helpful, stale, outcome: outcome ?? null, event: event.id }
  })
}
