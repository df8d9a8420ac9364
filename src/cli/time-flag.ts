/** Times that flags name. */
import { type Period, type PeriodWords, toPeriod as toNamedPeriod } from '../record/time-words.ts'

export { toInstant } from '../record/time-words.ts'

export type PeriodFlags = PeriodWords

/** A period as `toPeriod` of the record layer reads it; what is wrong is told by the names of the flags. */
export function toPeriod(flags: PeriodFlags, now: number): Period {
  return toNamedPeriod(flags, now, '--')
}
