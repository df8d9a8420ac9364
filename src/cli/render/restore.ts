/** What a backup brought back, or would, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import { toShellWord } from '../../lib/shell-word.ts'
import type { RestoreResult } from '../../vault/backup/restore.ts'

export function renderRestore(result: RestoreResult): string {
  const { vault, made, from, files, events, records, commits, remotes, damagedLines } = result
  const parts = [
    plural(files, 'file'),
    plural(events, 'event'),
    ...(records === null ? [] : [plural(records, 'record')]),
    ...(commits === null ? [] : [plural(commits, 'commit')]),
  ]
  const origin = `the backup of ${toHarmless(from)} made at ${toHarmless(made)}`
  const done = vault === null ? `Sound: ${origin}` : `Restored ${toHarmless(vault)} from ${origin}`
  const lines = [`${done}: ${parts.join(', ')}.`]
  if (damagedLines > 0) lines.push(`${plural(damagedLines, 'line')} of its log were damaged before; see memo doctor.`)
  for (const { name, url } of vault === null ? [] : remotes) {
    lines.push(
      `Not connected to its remote ${toHarmless(name)}; "memo sync --remote ${toHarmless(toShellWord(url))}" does it.`,
    )
  }
  return lines.join('\n')
}
