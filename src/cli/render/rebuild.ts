/** What a rebuild found, for a person. */
import { plural } from '../../lib/plural.ts'
import type { RebuildResult } from '../../vault/upkeep/rebuild.ts'

export function renderRebuild({ indexed, events, files, pending }: RebuildResult): string {
  const done = `Indexed ${plural(indexed, 'record')} from ${plural(events, 'event')}; ${plural(files, 'file')} ${files === 1 ? 'is' : 'are'} in place.`
  return pending === 0 ? done : `${done}\n${plural(pending, 'file')} could not be written; memo doctor says why.`
}
