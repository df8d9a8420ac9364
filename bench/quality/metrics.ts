/** The usual measures of a ranked list against graded labels. Ids beyond a list's end count as not found. */
export interface Metrics {
  recall5: number
  recall10: number
  recall20: number
  hit20: number
  mrr: number
  ndcg10: number
}

export type Labels = { [id: string]: number }

/** @param got ids, best first, at most 50 are looked at. */
export function measure(got: readonly string[], labels: Labels): Metrics {
  const relevant = Object.keys(labels).length
  const found = (depth: number): number => got.slice(0, depth).filter((id) => (labels[id] ?? 0) > 0).length
  const first = got.slice(0, 50).findIndex((id) => (labels[id] ?? 0) > 0)
  return {
    recall5: found(5) / relevant,
    recall10: found(10) / relevant,
    recall20: found(20) / relevant,
    hit20: found(20) > 0 ? 1 : 0,
    mrr: first < 0 ? 0 : 1 / (first + 1),
    ndcg10:
      gain(got.slice(0, 10).map((id) => ((labels[id] ?? 0) > 0 ? 1 : 0))) / gain(Array(Math.min(10, relevant)).fill(1)),
  }
}

function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}

export function average(all: readonly Metrics[]): Metrics {
  const mean = (name: keyof Metrics): number => all.reduce((sum, metrics) => sum + metrics[name], 0) / all.length
  return {
    recall5: mean('recall5'),
    recall10: mean('recall10'),
    recall20: mean('recall20'),
    hit20: mean('hit20'),
    mrr: mean('mrr'),
    ndcg10: mean('ndcg10'),
  }
}
