/** The usual measures of a ranked list against graded labels. Ids beyond a list's end count as not found. */

export const metricNames = ['recall1', 'recall5', 'recall10', 'recall20', 'hit20', 'mrr', 'ndcg10'] as const
export type Metrics = { [name in (typeof metricNames)[number]]: number }

/** How good an answer each is; 0 is judged and found to be none. */
export type Labels = ReadonlyMap<string, number>

/** What counts as found for MRR: nobody reads on for longer. */
const deepest = 50

/**
 * @param got ids, best first, each once
 * @param labels at least one above 0
 */
export function measure(got: readonly string[], labels: Labels): Metrics {
  const ideal = [...labels.values()].filter((grade) => grade > 0).sort((a, b) => b - a)
  const first = findFirst(got.slice(0, deepest), labels)
  const found = (depth: number): number => got.slice(0, depth).filter((id) => gradeOf(id, labels) > 0).length
  return {
    recall1: found(1) / ideal.length,
    recall5: found(5) / ideal.length,
    recall10: found(10) / ideal.length,
    recall20: found(20) / ideal.length,
    hit20: found(20) > 0 ? 1 : 0,
    mrr: first === undefined ? 0 : 1 / first,
    ndcg10: gain(got.slice(0, 10).map((id) => gradeOf(id, labels))) / gain(ideal.slice(0, 10)),
  }
}

/** Place of the first good answer, from 1. */
export function findFirst(got: readonly string[], labels: Labels): number | undefined {
  const index = got.findIndex((id) => gradeOf(id, labels) > 0)
  return index === -1 ? undefined : index + 1
}

function gradeOf(id: string, labels: Labels): number {
  return labels.get(id) ?? 0
}

/** Discounted cumulative gain with the grade itself as gain (Järvelin and Kekäläinen 2002; as trec_eval has it). */
function gain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}

/** Undefined for none. */
export function average(all: readonly Metrics[]): Metrics | undefined {
  if (all.length === 0) return undefined
  return mapMetrics((name) => all.reduce((sum, metrics) => sum + metrics[name], 0) / all.length)
}

export function mapMetrics<T>(toValue: (name: keyof Metrics) => T): { [name in keyof Metrics]: T } {
  return Object.fromEntries(metricNames.map((name) => [name, toValue(name)])) as { [name in keyof Metrics]: T }
}
