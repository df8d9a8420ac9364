/** What ended because its time was over, or would, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { CollectedRecord, GcResult } from '../../vault/upkeep/gc.ts'
import type { Paint } from '../color.ts'

/** The rest is in `--json`. */
const shownRecords = 50

export function renderGc(result: GcResult, paint: Paint): string {
  const { records, dryRun } = result
  if (records.length === 0) return 'Nothing has expired.'
  const more = records.length > shownRecords ? [paint('dim', `… and ${records.length - shownRecords} more`)] : []
  return [
    toSummary(result),
    ...records.slice(0, shownRecords).map((record) => renderLine(record, dryRun, paint)),
    ...more,
    ...(dryRun ? [] : toRemedy(result, paint)),
  ].join('\n')
}

function toSummary({ archived, forgotten, kept, dryRun }: GcResult): string {
  const [archive, forget, keep] = dryRun
    ? ['Would archive', 'would forget', 'would keep']
    : ['Archived', 'forgot', 'kept']
  const left = kept === 0 ? '' : `; ${keep} ${kept}`
  return `${archive} ${plural(archived, 'record')}, ${forget} ${forgotten}${left}.`
}

function renderLine(
  { action, projectId, id, kind, title, expired, by }: CollectedRecord,
  dryRun: boolean,
  paint: Paint,
) {
  const verbs = { archived: 'archive', forgotten: 'forget', kept: 'keep' }
  const verb = dryRun ? verbs[action] : action
  const why =
    action === 'kept'
      ? 'its file holds an edit that cannot be followed'
      : `expired ${expired.slice(0, 10)}${causes[by]}`
  return `${verb.padEnd(9)} ${paint('bold', `${projectId}/${id}`)} ${toHarmless(kind)}: ${toHarmless(title)} ${paint('dim', `(${toHarmless(why)})`)}`
}

const causes = { record: '', kind: ', by the lifetime of its kind' } as const

function toRemedy({ archived, forgotten }: GcResult, paint: Paint): string[] {
  if (archived + forgotten === 0) return []
  return [paint('dim', 'Their events stay in the log; "memo undo" takes all of this back.')]
}
