/** What stands in place of the list where nothing was found: why, and where what was meant may be. Pure. */
import type { Found } from './state.ts'
import type { Line } from './text/line.ts'

export function toEmptyLines({ abstained }: Pick<Found, 'abstained'>): Line[] {
  if (abstained === null) return [[{ text: 'No record.', style: 'dim' }]]
  const pointers = (abstained.pointers ?? []).map(
    ({ projectId, id, kind, title }): Line => [
      { text: `  ${kind}  `, style: 'code' },
      { text: `${projectId}/${id}  ${title}` },
    ],
  )
  return [[{ text: `Nothing found (${abstained.reason}): ${abstained.hint}.` }], ...pointers]
}
