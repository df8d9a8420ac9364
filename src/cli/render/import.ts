/** What an import did, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { ImportReport } from '../../vault/import/report.ts'
import type { ImportResult } from '../../vault/import-markdown.ts'

/** The numbers of an import, of whatever is counted. */
interface ImportCounts {
  created: number
  changed: number
  unchanged: number
  rejected: number
  dryRun: boolean
}

/** @param read what was read: `42 files` */
function renderCounts(read: string, counts: ImportCounts): string {
  const { created, changed, unchanged, rejected, dryRun } = counts
  const numbers = `${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected} rejected`
  return `${dryRun ? 'Nothing written; of' : 'Read'} ${read}: ${numbers}.`
}

/** More are counted and not shown; `--json` has all. */
const mostShown = 20

export function renderImportReport(report: ImportReport): string {
  const { items, rejected, skipped, renamed, dangling, dryRun, results } = report
  const lines = dryRun ? results.map(({ outcome, origin, id }) => `${verbs[outcome]} ${origin} as ${id}`) : []
  const notes = [
    ...renamed.map(({ origin, from, id }) => `${origin}: its id ${from} became ${id}`),
    ...skipped.map(({ origin, message }) => `${origin}: left out, ${message}`),
  ]
  const counts = renderCounts(plural(items, 'item'), { ...report, rejected: rejected.length })
  const links = dangling === 0 ? [] : [`${plural(dangling, 'link')} to what is not there.`]
  return [...cut(lines), ...cut(notes), counts, ...links].map((line) => `${toHarmless(line)}\n`).join('')
}

const verbs = { created: 'create', changed: 'change' } as const

function cut(lines: readonly string[]): string[] {
  if (lines.length <= mostShown) return [...lines]
  return [...lines.slice(0, mostShown), `… and ${lines.length - mostShown} more (--json shows all)`]
}

export function renderMarkdownImport(result: ImportResult): string {
  const { files, rejected, dryRun = false, results = [] } = result
  const lines = results.map(({ outcome, origin, id }) => toHarmless(`${verbs[outcome]} ${origin} as ${id}`))
  const counts = renderCounts(plural(files, 'file'), { ...result, rejected: rejected.length, dryRun })
  return [...cut(lines), counts].join('\n')
}

/** One line for each, for stderr. */
export function renderRejected(rejected: readonly { origin: string; message: string }[]): string {
  return rejected.map(({ origin, message }) => `${toHarmless(`${origin}: ${message}`)}\n`).join('')
}
