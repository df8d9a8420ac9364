/** What a watcher tells, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { WatchEnd } from '../../vault/watch/watch.ts'
import type { WatchLine } from '../../vault/watch/watch-line.ts'

const changes: { readonly [type: string]: string } = {
  'record.upserted': 'took in the edit of',
  'record.archived': 'archived, because its file was deleted:',
}

export function renderWatchLine(line: WatchLine | WatchEnd): string {
  switch (line.type) {
    case 'ready':
      return `Watching ${toHarmless(line.vault)}${line.poll === null ? '' : `, each ${line.poll} s`}. Ctrl-C ends it.`
    case 'adopted':
      return `${line.at.slice(11, 19)}  ${changes[line.change] ?? line.change} ${line.projectId}/${line.id}`
    case 'folded':
      return `Folded ${plural(line.events, 'event')} of ${toHarmless(line.writer)}.`
    case 'note':
      return `Note: ${toHarmless(line.text)}`
    case 'ended':
      return `Took in ${plural(line.adopted, 'edit')}, folded ${plural(line.folded, 'event')} of others.`
  }
}
