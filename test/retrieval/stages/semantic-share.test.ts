/** How much of the score nearness in meaning is, by what else is known. */
import { expect, test } from 'vitest'
import type { Candidate } from '../../../src/retrieval/candidate.ts'
import { profiles } from '../../../src/retrieval/profiles.ts'
import { parseQuery } from '../../../src/retrieval/query.ts'
import { fusionStage } from '../../../src/retrieval/stages/fusion.ts'
import type { StageContext } from '../../../src/retrieval/stages/stage.ts'

const row = {
  project: 'acme',
  kind: 'note',
  helpful: 0,
  stale: 0,
  eventMs: 0,
  hits: 0,
  lastHitMs: undefined,
  outcome: 0,
} as const

function candidate(key: number, raws: { [arm: string]: number }): Candidate {
  const arms = Object.entries(raws).map(([arm, raw]) => ({ arm, rank: key, raw, contribution: 0 }))
  return { ...row, key, id: `r${key}`, arms, fused: 0, factors: [], score: 0 }
}

interface Case {
  query?: string
  text?: string
  confidence: number
  averageLength?: number
}

/** What a cosine of 1 adds, and what the best of the words does. */
function shares({ query = 'how retries wait', text = 'Retries wait.', ...signals }: Case): [number, number] {
  const context: StageContext = {
    ...{ profile: profiles.default, query: parseQuery(query), limit: 9, offset: 0, now: 0, minSimilarity: undefined },
    lexical: { averageLength: 20, holdsAll: false, unknown: [], ...signals },
    vectors: () => new Map(),
    texts: (keys) => new Map(keys.map((key) => [key, text])),
    openings: () => new Map(),
    taggedTexts: () => new Map(),
  }
  const found = [candidate(1, { keyword: 8, semantic: 0.5 }), candidate(2, { semantic: 1 })]
  const fused = fusionStage.apply(found, context).candidates
  const contribution = (id: string, arm: string) =>
    fused.find((one) => one.id === id)?.arms.find((rank) => rank.arm === arm)?.contribution ?? Number.NaN
  return [contribution('r2', 'semantic'), contribution('r1', 'keyword')]
}

const { least, unsure, length, code } = profiles.default.semantic

test.each<[string, Case, number]>([
  ['the words are sure', { confidence: 1 }, least],
  ['the words know nothing', { confidence: 0 }, least + unsure],
  ['the words are half sure', { confidence: 0.5 }, least + unsure / 2],
  ['the query holds a name', { confidence: 0, query: 'what does parse_query do' }, code],
  ['the words find code', { confidence: 0, text: 'function wait(n) {\n  return sleep(2 ** n)\n}' }, code],
  ['the records are long', { confidence: 1, averageLength: 2 * length }, least / 2],
  [
    'the records are so long that it is less than a name leaves it',
    { confidence: 1, query: 'what does parse_query do', averageLength: 10 * length },
    least / 10,
  ],
])('%s', (_, given, share) => {
  const [semantic, words] = shares(given)
  expect(semantic).toBeCloseTo(share)
  expect(words).toBeCloseTo(1 - share)
})
