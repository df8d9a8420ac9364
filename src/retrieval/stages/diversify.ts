/**
 * Copies of what stands above say nothing new: maximal marginal relevance (Carbonell and Goldstein 1998), as a factor on
 * each score, so that the order still is that of the scores.
 */
import { cosine, hasPairAbove } from '../../lib/text-vector.ts'
import { byScore, type Candidate, withFactor } from '../candidate.ts'
import type { DiversifySettings } from '../profiles.ts'
import type { Stage } from './stage.ts'
import { toWindow } from './window.ts'

export const diversifyStage: Stage = {
  name: 'diversify',
  apply: (candidates, { profile: { diversify }, limit, vectors }) => {
    if (diversify === undefined || diversify.lambda >= 1 || candidates.length < 2) return { candidates }
    const window = toWindow(candidates, limit)
    const known = vectors(window.map(({ key }) => key))
    // Hardly ever are two alike; else nothing would be weighed, and to find that out one by one takes longest of all.
    const picked = hasPairAbove(diversify.floor, [...known.values()]) ? pickDiverse(window, known, diversify) : window
    return { candidates: [...picked, ...candidates.slice(window.length)].sort(byScore) }
  },
}

interface Waiting {
  candidate: Candidate
  /** Greatest likeness to anything picked. */
  likeness: number
}

/**
 * Takes, again and again, the best of what is left, each weighed by its likeness to what was taken before it. A weight
 * only sinks while it waits, so the scores come out in falling order.
 */
function pickDiverse(
  window: readonly Candidate[],
  vectors: ReadonlyMap<number, Int8Array>,
  settings: DiversifySettings,
): Candidate[] {
  let waiting: Waiting[] = window.map((candidate) => ({ candidate, likeness: 0 }))
  const picked: Candidate[] = []
  while (waiting.length > 0) {
    const weighed = waiting.map(({ candidate, likeness }) => weigh(candidate, likeness, settings))
    const best = weighed.reduce((one, other) => (byScore(other, one) < 0 ? other : one))
    picked.push(best)
    waiting = waiting.filter(({ candidate }) => candidate.key !== best.key)
    const vector = vectors.get(best.key)
    if (vector !== undefined) waiting = waiting.map((other) => comparedTo(vector, other, vectors))
  }
  return picked
}

/** λ is what a record keeps that is the very likeness of another; below the floor, or with no vector, it keeps all. */
function weigh(candidate: Candidate, likeness: number, { lambda, floor }: DiversifySettings): Candidate {
  const penalty = floor >= 1 ? 0 : Math.max(0, (likeness - floor) / (1 - floor))
  return withFactor(candidate, 'diversify', 1 - (1 - lambda) * penalty)
}

function comparedTo(vector: Int8Array, { candidate, likeness }: Waiting, vectors: ReadonlyMap<number, Int8Array>) {
  const own = vectors.get(candidate.key)
  return { candidate, likeness: own === undefined ? likeness : Math.max(likeness, cosine(vector, own)) }
}
