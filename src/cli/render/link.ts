/** Which links were put in or taken out, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import type { LinkResult } from '../../vault/writing/link.ts'
import type { Paint } from '../color.ts'

export function renderLink({ id, added, removed, links, changed }: LinkResult, paint: Paint): string {
  const name = paint('bold', id)
  if (!changed) return `Unchanged ${name}: ${links.length === 0 ? 'it has no links' : links.map(toText).join(', ')}`
  return [
    ...added.map((link) => `Linked ${name} ${toText(link)}`),
    ...removed.map((link) => `Unlinked ${name} ${toText(link)}`),
  ].join('\n')
}

function toText({ type, target }: LinkResult['links'][number]): string {
  return toHarmless(`${type} ${target}`)
}
