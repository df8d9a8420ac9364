/** What a rebuild found, for a person. */
import type { RebuildResult } from '../../vault/rebuild.ts'

export function renderRebuild({ indexed, events, files, pending }: RebuildResult): string {
  const done = `Indexed ${indexed} records from ${events} events; ${files} files are in place.`
  return pending === 0 ? done : `${done}\n${pending} files could not be written; memo doctor says why.`
}
