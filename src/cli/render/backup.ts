/** What a backup holds, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { BackupResult } from '../../vault/backup/backup.ts'
import { renderSize } from './size.ts'

/** Paths told by name; more are counted. */
const mostTold = 5

export function renderBackup(result: BackupResult): string {
  const { file, bytes, files, events, encrypted, history, historyProblem, skipped } = result
  const holds = `${plural(files, 'file')}, ${plural(events, 'event')}${history ? ', the git history' : ''}`
  const lines = [
    `Wrote ${file === null ? 'the backup' : toHarmless(file)}: ${holds}; ${renderSize(bytes)}${encrypted ? ', encrypted' : ''}.`,
  ]
  if (historyProblem !== null) lines.push(`The git history is not in it: ${toHarmless(historyProblem)}.`)
  if (skipped.length > 0) lines.push(`Left out, as no plain files or for a name that is not UTF-8: ${tell(skipped)}.`)
  return lines.join('\n')
}

function tell(paths: readonly string[]): string {
  const more = paths.length - mostTold
  return [...paths.slice(0, mostTold).map((path) => toHarmless(path)), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
