/** Whether "there is nothing" is said where there is nothing, and only there. */

export interface AbstentionCase {
  unanswerable: boolean
  abstained: boolean
}

export interface AbstentionQuality {
  /** Share of the abstentions that were right; null when there was none. */
  precision: number | null
  /** Share of the unanswerable queries that were abstained from; null when there was none. */
  recall: number | null
}

export function measureAbstention(cases: readonly AbstentionCase[]): AbstentionQuality {
  const abstained = cases.filter((one) => one.abstained)
  const right = abstained.filter((one) => one.unanswerable).length
  return {
    precision: toShare(right, abstained.length),
    recall: toShare(right, cases.filter((one) => one.unanswerable).length),
  }
}

function toShare(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}
