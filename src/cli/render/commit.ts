/** What became of a commit, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { CommitOutcome } from '../../vault/committing/commit.ts'

/** Ids are cut where git cuts them in a short log. */
const idLength = 10

export function renderCommit({ state, commit, events, reason }: CommitOutcome): string {
  if (state === 'committed') return `Committed ${plural(events, 'event')} as ${commit?.slice(0, idLength)}.`
  if (state === 'clean') return 'Nothing to commit.'
  if (state === 'off') return 'The settings ask for no commits (git.commit is off).'
  return `Not committed: ${toHarmless(reason ?? 'unknown')}.`
}
