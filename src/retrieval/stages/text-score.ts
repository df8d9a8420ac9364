/**
 * What the words of a record are worth: a long record is blended of itself as a whole and of its best passage, a short
 * one is its only passage. Passages are put on the scale of whole records so that long records together neither rise
 * nor sink by being cut: the blend only says which of them has the words in one place.
 */
import type { ArmRank, Candidate } from '../candidate.ts'

export interface TextScores {
  /** The part of an arm's raw score that counts; undefined for an arm that does not rank by text. */
  partOf(arm: string, arms: readonly ArmRank[]): number | undefined
  /** The best of all records. */
  best: number
}

/** @param blend how much of a long record's score is its best passage, 0 to 1 */
export function toTextScores(candidates: readonly Candidate[], blend: number): TextScores {
  const scale = passageScale(candidates)
  const partOf: TextScores['partOf'] = (arm, arms) => {
    if (arm === 'passage') return blend * scale
    if (arm !== 'keyword') return undefined
    return arms.some((other) => other.arm === 'passage') ? 1 - blend : 1
  }
  const scoreOf = ({ arms }: Candidate): number =>
    arms.reduce((sum, { arm, raw }) => sum + (partOf(arm, arms) ?? 0) * raw, 0)
  return { partOf, best: candidates.reduce((best, candidate) => Math.max(best, scoreOf(candidate)), 0) }
}

/** What passages are multiplied by to score in sum what their records score as a whole. */
function passageScale(candidates: readonly Candidate[]): number {
  let [wholes, passages] = [0, 0]
  for (const { arms } of candidates) {
    const [whole, passage] = ['keyword', 'passage'].map((name) => arms.find(({ arm }) => arm === name)?.raw)
    if (whole === undefined || passage === undefined) continue
    wholes += whole
    passages += passage
  }
  return passages === 0 ? 1 : wholes / passages
}
