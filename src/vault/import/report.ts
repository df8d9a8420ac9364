/** What an import did, item by item where there is something to tell. */
import type { ManyAnswer } from '../writing/upsert-many.ts'
import type { Renamed } from './plan.ts'

export interface ImportReport {
  source: string
  /** Nothing was written: what would be done. */
  dryRun: boolean
  /** Things that were looked at, without those left out. */
  items: number
  created: number
  changed: number
  unchanged: number
  rejected: { origin: string; code: string; message: string }[]
  /** Left out on purpose: attachments, templates, what a rule says. */
  skipped: { origin: string; message: string }[]
  renamed: Renamed[]
  /** Links to what is not there. */
  dangling: number
  /** What became of each thing that was not unchanged. */
  results: { origin: string; outcome: 'created' | 'changed'; id: string; projectId: string }[]
}

export function emptyReport(source: string, dryRun: boolean): ImportReport {
  return {
    ...{ source, dryRun, items: 0, created: 0, changed: 0, unchanged: 0 },
    ...{ rejected: [], skipped: [], renamed: [], dangling: 0, results: [] },
  }
}

export function addAnswer(report: ImportReport, answer: ManyAnswer): void {
  const { at, outcome, id = '', projectId = '', code = '', message = '' } = answer
  const origin = String(at)
  report.items++
  if (outcome === 'rejected') report.rejected.push({ origin, code, message })
  else if (outcome === 'unchanged') report.unchanged++
  else {
    const done = outcome === 'created' ? 'created' : 'changed'
    report[done]++
    report.results.push({ origin, outcome: done, id, projectId })
  }
}
