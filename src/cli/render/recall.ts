/** A pack as it is, to be read or pasted, and what a person should know besides. */

import { toHarmless } from '../../lib/harmless.ts'
import { type RecallResult, toPack } from '../../vault/reading/recall.ts'
import { toDay } from './as-of.ts'

/** The texts are harmless already; nothing is added, so that the budget holds for what is printed. */
export function renderRecall({ entries, abstained }: RecallResult): string {
  if (abstained === null || abstained.reason === 'weak') return toPack(entries)
  const pointers = (abstained.pointers ?? []).map(
    ({ projectId, id, title }) => `- ${projectId}/${id}: ${toHarmless(title)}`,
  )
  return [`Nothing found (${abstained.reason}): ${toHarmless(abstained.hint)}.`, ...pointers].join('\n')
}

/** For stderr: what the pack costs, and what is not in it. */
export function renderRecallNotes(result: RecallResult): string[] {
  const { abstained, used, budget, tokens, nextTokens, omitted, truncated, stale, degraded, asOf } = result
  const time = asOf === undefined ? [] : [`this is the vault as of ${toDay(asOf)}`]
  const isWeak = abstained?.reason === 'weak'
  if (abstained !== null && !isWeak) return time
  const rest = nextTokens > 0 ? `; to read the rest in full, about ${nextTokens} more` : ''
  return [
    ...(isWeak ? [`perhaps not known: ${abstained.hint}`] : []),
    `${used} of ${budget} characters, about ${tokens} tokens${rest}`,
    ...(omitted > 0 ? [`${omitted} found did not fit; raise --budget, or narrow the query`] : []),
    ...(truncated > 0 ? [`${truncated} more match; raise --limit, or use --offset`] : []),
    ...(degraded === null ? [] : [`not everything could be searched: ${degraded.reason}`]),
    ...(stale ? ['this may not be the newest state of the vault'] : []),
    ...time,
  ]
}
