/** What a batch did, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { BatchResult } from '../../vault/writing/upsert-batch.ts'

export function renderBatch({ accepted, unchanged, rejected }: BatchResult): string {
  const lines = accepted + unchanged + rejected.length
  return `Read ${plural(lines, 'line')}: ${accepted} accepted, ${unchanged} unchanged, ${rejected.length} rejected.`
}

/** One line each, for stderr. */
export function renderRejectedLines({ rejected }: BatchResult): string {
  return rejected.map(({ line, message }) => `line ${line}: ${toHarmless(message)}\n`).join('')
}
