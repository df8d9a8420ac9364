/**
 * Of two records that say the same but for a negation, the one that agrees with the question stands above. Terms and
 * vectors alike cannot see a `not`, so chance would decide between them. A negated record without such a twin stays where it is.
 */
import { byScore, type Candidate, withFactor } from '../candidate.ts'
import { type Claim, sharesEnough, toClaim } from '../negation.ts'
import type { PolaritySettings } from '../profiles.ts'
import type { Stage, StageContext } from './stage.ts'
import { toWindow } from './window.ts'

export const polarityStage: Stage = {
  name: 'polarity',
  apply: (candidates, context) => {
    const { polarity } = context.profile
    // Operators and phrases say themselves which records are wanted.
    if (polarity === undefined || context.query.strict || candidates.length < 2) return { candidates }
    const factors = findFactors(toTold(candidates, context), context.query.text, polarity)
    if (factors.size === 0) return { candidates }
    const weighed = candidates.map((candidate) => withFactor(candidate, 'polarity', factors.get(candidate.key) ?? 1))
    return { candidates: weighed.sort(byScore), detail: { demoted: factors.size } }
  },
}

interface Told extends Claim {
  candidate: Candidate
}

function toTold(candidates: readonly Candidate[], { limit, openings }: StageContext): Told[] {
  const window = toWindow(candidates, limit)
  const found = openings(window.map(({ key }) => key))
  const heads = new Map<string, string>()
  return window.map((candidate) => ({ candidate, ...toClaim(found.get(candidate.key) ?? '', heads) }))
}

/** By key, the factor that puts a record below the lowest of its twins that agree with the question. */
function findFactors(told: readonly Told[], question: string, { twin, demotion }: PolaritySettings) {
  const wantsDenial = toClaim(question).negations > 0
  const lowest = new Map<Candidate, number>()
  for (const [one, other] of findTwins(told, twin)) {
    const [agreeing, opposing] = one.negations > other.negations === wantsDenial ? [one, other] : [other, one]
    if (opposing.candidate.score < agreeing.candidate.score) continue
    const known = lowest.get(opposing.candidate) ?? Number.POSITIVE_INFINITY
    lowest.set(opposing.candidate, Math.min(known, agreeing.candidate.score))
  }
  return new Map([...lowest].map(([{ key, score }, least]) => [key, score > 0 ? (demotion * least) / score : 1]))
}

/** Pairs that share this much of what they say, and do not deny equally often. */
function findTwins(told: readonly Told[], least: number): [Told, Told][] {
  const pairs: [Told, Told][] = []
  told.forEach((one, at) => {
    for (const other of told.slice(at + 1)) {
      if (one.negations === other.negations) continue
      const [said, alsoSaid] = [one.said(), other.said()]
      if (said.size > 0 && alsoSaid.size > 0 && sharesEnough(said, alsoSaid, least)) pairs.push([one, other])
    }
  })
  return pairs
}
