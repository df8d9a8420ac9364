/**
 * Notes whose ids count on (`retro-3`, `retro-4`) are parts of one thing: the chunks of a text, what was noted in one
 * sitting. What stands beside a record that answers speaks of the same, so a part of its score goes to its neighbours.
 * Turns of a session are left out: they share their scores in the arms, by the order in which they were said.
 */
import type { Kind } from '../../record/vocabulary.ts'
import { byScore, type Candidate, withFactor } from '../candidate.ts'
import type { SeriesSettings } from '../profiles.ts'
import type { Stage } from './stage.ts'

export const seriesStage: Stage = {
  name: 'series',
  apply: (candidates, { profile, query }) => {
    const { series } = profile
    // Operators, phrases and a name that was found whole say which records are wanted: not those beside them.
    if (series === undefined || query.strict || candidates.some(holdsName)) return { candidates }
    const factors = findFactors(candidates, series)
    if (factors.size === 0) return { candidates }
    const weighed = candidates.map((candidate) => withFactor(candidate, 'series', factors.get(candidate.key) ?? 1))
    return { candidates: weighed.sort(byScore), detail: { lifted: factors.size } }
  },
}

function holdsName({ arms }: Candidate): boolean {
  return arms.some(({ arm }) => arm === 'exact')
}

/** By key, what lifts a record with such a neighbour among the candidates. */
function findFactors(candidates: readonly Candidate[], { beside, further }: SeriesSettings): Map<number, number> {
  const scores = new Map<string, number>()
  const places = candidates.map((candidate) => ({ candidate, place: toPlace(candidate) }))
  for (const { candidate, place } of places) {
    if (place === undefined) continue
    // `retro-03` and `retro-3` stand at one place.
    const name = nameOf(place)
    scores.set(name, Math.max(scores.get(name) ?? 0, candidate.score))
  }
  const factors = new Map<number, number>()
  for (const { candidate, place } of places) {
    if (place === undefined || candidate.score <= 0) continue
    const scoreAt = (step: number): number => scores.get(nameOf({ ...place, number: place.number + step })) ?? 0
    const bestAt = (step: number): number => Math.max(scoreAt(-step), scoreAt(step))
    const given = Math.max(beside * bestAt(1), further * bestAt(2))
    if (given > 0) factors.set(candidate.key, 1 + given / candidate.score)
  }
  return factors
}

interface Place {
  /** What the ids of a series have in common. */
  series: string
  number: number
}

/** The number of a decision, a task or a trap says when it came up, not what it goes on from. */
const partKinds: ReadonlySet<Kind> = new Set<Kind>(['note', 'fact', 'log', 'session'])

/** By the last number of the id; longer ones are times and hashes, which count nothing. */
const counted = /^(.*?)(?<!\d)(\d{1,6})(\D*)$/

function toPlace({ project, id, kind }: Candidate): Place | undefined {
  const [, before, digits, behind] = partKinds.has(kind) ? (counted.exec(id) ?? []) : []
  if (digits === undefined) return undefined
  return { series: `${project}/${before}#${behind}`, number: Number(digits) }
}

function nameOf({ series, number }: Place): string {
  return `${series}/${number}`
}
