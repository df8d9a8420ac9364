/** Candidates and what a stage is told, as plain values. */
import type { Candidate } from '../../src/retrieval/candidate.ts'
import { profiles } from '../../src/retrieval/profiles.ts'
import { parseQuery } from '../../src/retrieval/query.ts'
import type { StageContext } from '../../src/retrieval/stages/stage.ts'

export const now = Date.parse('2031-05-01T09:00:00Z')

export function toCandidate(key: number, fields: Partial<Candidate> = {}): Candidate {
  const score = fields.score ?? 1
  return {
    ...{ key, project: 'acme', id: `r${String(key).padStart(3, '0')}`, kind: 'note', helpful: 0, stale: 0, hits: 0 },
    ...{ eventMs: now, lastHitMs: undefined, outcome: 0, arms: [], factors: [], fused: score, score },
    ...fields,
  }
}

export function toContext(fields: Partial<StageContext> = {}): StageContext {
  return {
    ...{ profile: profiles.default, query: parseQuery('anything'), limit: 10, offset: 0, lexical: undefined, now },
    vectors: () => new Map(),
    texts: () => new Map(),
    openings: () => new Map(),
    taggedTexts: () => new Map(),
    minSimilarity: undefined,
    ...fields,
  }
}
