/** What became of the texts that waited for their vector, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { BackfillResult } from '../../vault/embedding/backfill.ts'

export function renderBackfill({ model, embedded, refused, pending, dropped, problem }: BackfillResult): string {
  const lines = [
    dropped > 0 && `Dropped ${plural(dropped, 'vector')}.`,
    embedded === 0 && pending === 0
      ? `Every text has its vector of ${toHarmless(model)}.`
      : `Embedded ${plural(embedded, 'text')} with ${toHarmless(model)}; ${pending === 0 ? 'none waits' : pending === 1 ? '1 waits' : `${pending} wait`} now.`,
    refused > 0 && `${plural(refused, 'text')} could not be embedded.`,
    problem !== null && `The embedder failed: ${toHarmless(problem)}.`,
  ]
  return lines.filter((line) => line !== false).join('\n')
}
