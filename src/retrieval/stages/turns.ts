/**
 * Which turns of a conversation are likely to answer. A turn that asks holds the words of a question and not the answer,
 * which stands in the next; one that holds a time answers `when`, and who is named in the question mostly tells it.
 * Only what is short enough to be one turn: a transcript asks and tells of everything.
 */
import { holdsAskedKind } from '../asked-kind.ts'
import { byScore, type Candidate, withFactor } from '../candidate.ts'
import type { TurnSettings } from '../profiles.ts'
import type { Query } from '../query.ts'
import { shareAsking, speakerOf, toWords } from '../turn-text.ts'
import type { Stage } from './stage.ts'
import { widestWindow } from './window.ts'

/** Characters of a turn at most: some two hundred words. */
const longest = 1000

export const turnsStage: Stage = {
  name: 'turns',
  apply: (candidates, { profile, query, openings }) => {
    const { turns } = profile
    // Operators and phrases say themselves which records are wanted.
    if (turns === undefined || query.strict) return { candidates }
    // As many whatever the limit, or a longer page would begin with others than a shorter one.
    const window = candidates.slice(0, widestWindow)
    const keys = window.flatMap(({ key, kind }) => (kind === 'conversation' ? [key] : []))
    if (keys.length === 0) return { candidates }
    const toFactor = findFactor(query, turns)
    const factors = new Map([...openings(keys)].map(([key, text]) => [key, toFactor(text)]))
    const weigh = (candidate: Candidate) => withFactor(candidate, 'turns', factors.get(candidate.key) ?? 1)
    const weighed = window.map(weigh).sort(byScore)
    return {
      candidates: [...weighed, ...holdBehind(weighed, candidates.slice(window.length))],
      detail: { weighed: keys.length },
    }
  },
}

/** So that no tie is broken by the ids. */
const justBelow = 1 - 1e-9

/** The rest with one factor, so that what was not weighed passes nothing that was for that alone. */
function holdBehind(weighed: readonly Candidate[], rest: readonly Candidate[]): readonly Candidate[] {
  const [first] = rest
  const last = weighed.findLast(({ score }) => score > 0)
  if (first === undefined || last === undefined || byScore(last, first) < 0) return rest
  return rest.map((candidate) => withFactor(candidate, 'turns', (justBelow * last.score) / first.score))
}

/** Who asks what somebody asked wants the very turn that asks. */
const aboutAsking = /\b(?:ask(?:s|ed|ing)?|questions?|wonder(?:s|ed|ing)?)\b/i

function findFactor({ text: question }: Query, { asking, kind, speaker }: TurnSettings): (text: string) => number {
  const holdsKind = holdsAskedKind(question)
  const cost = aboutAsking.test(question) ? 0 : asking
  const words = new Set(toWords(question))
  return (text) => {
    const said = text.slice(text.indexOf('\n') + 1)
    if (said.length > longest) return 1
    const isNamed = speakerOf(said)?.some((name) => words.has(name)) ?? false
    return (1 - cost * shareAsking(said)) * (holdsKind?.(said) ? 1 + kind : 1) * (isNamed ? 1 + speaker : 1)
  }
}
