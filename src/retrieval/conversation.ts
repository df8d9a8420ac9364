/**
 * Turns of one session explain each other: a question is asked in one and answered in the next. So part of what a turn
 * scores goes to its neighbours, as if their text stood beside its own with a low weight.
 */
export interface Turn {
  key: number
  session: string
}

/**
 * @param turns turns in the order of their sessions, those of a session together
 * @param scores own score of each turn; a turn that matched nothing has none
 * @param weights share of the score that goes to the turn next to it, the one after that, and so on
 * @returns scores with what the neighbours gave, for every turn that got any
 */
export function shareScores(
  turns: readonly Turn[],
  scores: ReadonlyMap<number, number>,
  weights: readonly number[],
): Map<number, number> {
  const shared = new Map<number, number>()
  turns.forEach(({ key, session }, at) => {
    let score = scores.get(key) ?? 0
    weights.forEach((weight, index) => {
      for (const neighbour of [turns[at - index - 1], turns[at + index + 1]]) {
        if (neighbour?.session === session) score += weight * (scores.get(neighbour.key) ?? 0)
      }
    })
    if (score > 0) shared.set(key, score)
  })
  return shared
}
