/** A record as an answer shows it: its summary, the passage that was found, and on demand why it stands there. */
import { makeSnippet } from '../lib/snippet.ts'
import type { Kind, Sort, Status } from '../record/vocabulary.ts'
import type { Candidate } from './candidate.ts'
import { type ScoreExplain, toScoreExplain } from './explain.ts'
import type { Ranking } from './pipeline.ts'
import type { RecordRow } from './port.ts'
import { toWhy, type Why } from './why.ts'

export interface Hit {
  id: string
  projectId: string
  kind: Kind
  status: Status
  title: string
  tags: string[]
  pathPatterns: string[]
  filepath: string
  /** Lines of the body that the snippet shows, 1-based, both included. */
  lines: [number, number]
  snippet: string
  /** Orders this list; not comparable with the scores of another. */
  score: number
  hits: number
  lastHit?: string
  occurrences: number
  lastSeen: string
  severity?: string
  created: string
  updated: string
  expired?: true
  supersededBy?: string
  flaggedStale?: true
  explain?: ScoreExplain
  why?: Why
}

/** Marked possibly stale once three say so and they outnumber those who were helped (reference 3.4). */
export const staleFlagFloor = 3

export interface HitInput {
  request: { sort: Sort; path: string | undefined; explain: boolean; withoutSnippets?: true | undefined }
  /** Of the query, to be shown in the passage. */
  words: readonly string[]
  /** Undefined in a listing. */
  candidate: Candidate | undefined
  lexical: Ranking['lexical']
  /** When ages are told from, milliseconds since the epoch. */
  now: number
}

/** What an answer shows of a record. */
export function toHit(row: RecordRow, input: HitInput): Hit {
  const { request, words, candidate } = input
  const within = candidate?.arms.find(({ lines }) => lines !== undefined)?.lines
  const snippet = request.withoutSnippets ? noSnippet : makeSnippet(row.body, words, { within })
  const flagged = isFlaggedStale(row)
  return {
    id: row.id,
    projectId: row.project,
    kind: row.kind,
    status: row.status,
    title: row.title,
    tags: row.tags,
    pathPatterns: row.pathPatterns,
    filepath: row.filepath,
    lines: [snippet.line, snippet.endLine],
    snippet: snippet.text,
    score: candidate?.score ?? 0,
    hits: row.hits,
    ...(row.lastHit !== undefined && { lastHit: row.lastHit }),
    occurrences: row.occurrences,
    lastSeen: row.lastSeen ?? row.updated,
    ...(row.severity !== undefined && { severity: row.severity }),
    created: row.created,
    updated: row.updated,
    ...(row.expired && { expired: true as const }),
    ...(row.supersededBy !== undefined && { supersededBy: row.supersededBy }),
    ...(flagged && { flaggedStale: true as const }),
    ...(request.explain && toExplanation(row, input)),
  }
}

const noSnippet = { text: '', line: 1, endLine: 1 }

export function isFlaggedStale({ stale, helpful }: Pick<RecordRow, 'stale' | 'helpful'>): boolean {
  return stale >= staleFlagFloor && stale > helpful
}

function toExplanation(row: RecordRow, { request, candidate, lexical, now }: HitInput) {
  const counter = request.sort === 'hits' ? row.hits : request.sort === 'occurrences' ? row.occurrences : undefined
  const explain = toScoreExplain({ row, candidate, pathMatched: request.path !== undefined, counter })
  if (candidate === undefined) return { explain }
  return { explain, why: toWhy({ row, candidate, lexical, flaggedStale: isFlaggedStale(row), now }) }
}
