/** What an export holds, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { ExportResult } from '../../vault/export/export.ts'

export function renderExport({ out, records, asOf }: ExportResult): string {
  const place = out === null ? '' : ` to ${toHarmless(out)}`
  const time = asOf === undefined ? '' : `, as of ${asOf}`
  return `Exported ${plural(records, 'record')}${place}${time}.`
}

/** What to know before it is given to others. */
export function toExportNotes({ secrets, stale }: ExportResult): string[] {
  const { records, places } = secrets
  const more = records - places.length
  return [
    ...places.map((place) => `exported all the same: ${place}`),
    ...(more > 0
      ? [`${plural(more, 'more record')} that hold what looks like a secret; "memo doctor" lists them`]
      : []),
    ...(stale ? ['this may not be the newest state of the vault'] : []),
  ]
}
