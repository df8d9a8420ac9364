/** What an import did, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { ImportReport } from '../../vault/import/report.ts'

/** More are counted and not shown; `--json` has all. */
const mostShown = 20

export function renderImportReport(report: ImportReport): string {
  const { items, created, changed, unchanged, rejected, skipped, renamed, dangling, dryRun, results } = report
  const lines = dryRun ? results.map(({ outcome, origin, id }) => `${verbs[outcome]} ${origin} as ${id}`) : []
  const notes = [
    ...renamed.map(({ origin, from, id }) => `${origin}: its id ${from} became ${id}`),
    ...skipped.map(({ origin, message }) => `${origin}: left out, ${message}`),
  ]
  const begin = `${dryRun ? 'Nothing written; of' : 'Read'} ${plural(items, 'item')}`
  const counts = `${begin}: ${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected.length} rejected.`
  const links = dangling === 0 ? [] : [`${plural(dangling, 'link')} to what is not there.`]
  return [...cut(lines), ...cut(notes), counts, ...links].map((line) => `${toHarmless(line)}\n`).join('')
}

const verbs = { created: 'create', changed: 'change' } as const

function cut(lines: readonly string[]): string[] {
  if (lines.length <= mostShown) return [...lines]
  return [...lines.slice(0, mostShown), `… and ${lines.length - mostShown} more (--json shows all)`]
}

/** One line for each, for stderr. */
export function renderRejected(rejected: readonly { origin: string; message: string }[]): string {
  return rejected.map(({ origin, message }) => `${toHarmless(`${origin}: ${message}`)}\n`).join('')
}
