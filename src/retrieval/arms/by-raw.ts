/** The order of an arm's list: best first, ties by project and id. */
import type { RankedRow } from '../port.ts'

export function byRaw(a: RankedRow, b: RankedRow): number {
  if (a.raw !== b.raw) return b.raw - a.raw
  if (a.project !== b.project) return a.project < b.project ? -1 : 1
  return a.id < b.id ? -1 : 1
}
