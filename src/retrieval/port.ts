/** What the pipeline asks of an index. Declared here and satisfied by projections/index, so ranking knows no SQL. */
import type { Narrowing } from '../record/narrowing.ts'
import type { RecordKey } from '../record/record-key.ts'
import type { Kind, Sort, Status } from '../record/vocabulary.ts'
import type { Statistics } from './bm25.ts'
import type { Turn } from './conversation.ts'
import type { FoundPostings } from './postings.ts'

/** Which records may answer. One predicate, applied inside every arm before its top-k, so a filter loses no result. */
export interface Scope extends Narrowing {
  /** Undefined: every project. */
  projects: readonly string[] | undefined
  kinds: readonly Kind[] | undefined
  excludedKinds: readonly Kind[]
  /** `live` leaves out superseded and archived records. */
  statuses: readonly Status[] | 'live' | 'any'
  /** Records too that are not in force: expired, not yet valid, or not any more. */
  includeExpired: boolean
  /** The moment (ms since the epoch) at which records must be in force and to which ages are told: `asOf` if that is set. */
  now: number
  /** The answer is one as of this earlier moment, which its words say. */
  asOf: number | undefined
}

/** A record as an arm ranks it: enough to break ties and to weigh it. */
export interface RankedRow {
  key: number
  project: string
  id: string
  kind: Kind
  /** The arm's own score; higher is better. */
  raw: number
  helpful: number
  stale: number
  /** When what it tells happened, else when it was written (ms since the epoch). */
  eventMs: number
  hits: number
  /** The newest use (ms). */
  lastHitMs: number | undefined
  /** Moving average of the signals, -1 to 1; 0 when nobody said. */
  outcome: number
  /** Key of the passage that the arm ranked it by, if it was a part of the body. */
  passage?: number
}

/** A record in scope with its length in words, over all text columns. */
export type MeasuredRow = Omit<RankedRow, 'raw'> & { length: number }

/** Everything an answer shows of a record. */
export interface RecordRow extends UnplacedRow {
  filepath: string
}

/** The same without where its file is. */
export interface UnplacedRow {
  key: number
  project: string
  id: string
  kind: Kind
  status: Status
  title: string
  tags: string[]
  pathPatterns: string[]
  severity: string | undefined
  layer: string | undefined
  created: string
  updated: string
  hits: number
  lastHit: string | undefined
  occurrences: number
  lastSeen: string | undefined
  helpful: number
  stale: number
  supersededBy: string | undefined
  expired: boolean
  body: string
  /** Who says so. */
  provenance: { source?: string; trust?: string; origin?: string }
  times: { eventAt?: string; validFrom?: string; validTo?: string }
}

export interface ListQuery {
  scope: Scope
  sort: Exclude<Sort, 'relevance'>
  /** FTS5 expression that a record must match; undefined lists all in scope. */
  match: string | undefined
  limit: number
  offset: number
}

/** A name that records mention. */
export interface KnownEntity {
  key: string
  /** How many records mention it. */
  mentions: number
  /** Half of them or more declare it, have it in the title, as code or as a link, and not only with a capital in prose. */
  isFirm: boolean
}

/** Which records mention which names, and what links to what. */
export interface MentionGraph {
  /** Keys of the records that have an edge: nodes 0 and up. */
  records: readonly number[]
  /** Keys of the names that several records mention: the nodes behind those of the records. */
  names: readonly string[]
  /** Edges without direction: two ends, and how much the one says of the other. */
  from: Int32Array
  to: Int32Array
  weight: Float64Array
}

/** What a query means to a model. */
export interface Meaning {
  /** Id of the embedder: only vectors of the same one are compared with it. */
  model: string
  /** Of length 1. */
  vector: Float32Array
}

export interface VectorScan {
  texts: number
  embedded: number
  keys: number[]
  nearest: number
}

export interface SearchReader {
  statistics(): Statistics
  /**
   * The records that an FTS5 expression of one term matches, whatever the scope, with FTS5's weighted bm25 (positive);
   * without scores for an expression of several phrases.
   */
  postings(form: string): FoundPostings
  /** The first of the records in scope by project and id. */
  inOrder(keys: readonly number[], scope: Scope, limit: number): number[]
  /** Those of the records that are in scope. */
  measure(keys: readonly number[], scope: Scope): MeasuredRow[]
  /** All turns in scope of the sessions that these records are turns of, session by session, in their order. */
  turnsAround(keys: readonly number[], scope: Scope): (RankedRow & Turn)[]
  /** Vectors (eight bits a number, length 127) of the records that hold words of the table. */
  vectors(keys: readonly number[]): Map<number, Int8Array>
  /** Title and body of the records, a line break between. */
  texts(keys: readonly number[]): Map<number, string>
  /** The same, of a body that is longer than 1200 characters only so many. */
  openings(keys: readonly number[]): Map<number, string>
  /** Title, tags and body. */
  taggedTexts(keys: readonly number[]): Map<number, string>
  /**
   * The records in scope with the text nearest to the meaning, best first, at most `depth`, and the cosine of the first; how
   * many texts the scope has, and how many of them have a vector of that model.
   */
  scanVectors(meaning: Meaning, scope: Scope, depth: number): VectorScan
  /** Of each record the vector nearest to the meaning; none for one that has no vector of that model. */
  nearestVectors(meaning: Meaning, keys: readonly number[]): Map<number, Float32Array>
  /** The records as arms rank them, with a score of 0, in no order. */
  ranked(keys: readonly number[]): RankedRow[]
  /** Whether any body is long enough to be cut into passages. */
  hasPassages(): boolean
  /** As `statistics`, of passages. */
  passageStatistics(): Statistics
  /** As `postings`, of passages; `records` are the keys of the records that they are cut from. */
  passagePostings(form: string): FoundPostings & { records: number[] }
  /** First and last line of each passage in its body. */
  passageLines(keys: readonly number[]): Map<number, [number, number]>
  hasFacts(): boolean
  /** Those of the records that are in scope and name their evidence. */
  withEvidence(keys: readonly number[], scope: Scope): number[]
  /** The records in scope that these follow from; one that several follow from comes once for each. */
  evidence(keys: readonly number[], scope: Scope): (Omit<RankedRow, 'raw'> & { of: number })[]
  /** Those of the keys that some record mentions, but not more than `most`. */
  entities(keys: readonly string[], most: number): KnownEntity[]
  /** Records that mention the names, best first by the sum of weight × factor of those they do, at most `depth`. */
  rankMentions(names: readonly { key: string; factor: number }[], scope: Scope, depth: number): RankedRow[]
  /** Weight of a name in each record that mentions it, by the record's key, whatever the scope. */
  mentions(key: string): Map<number, number>
  /** The same object until something is folded. */
  mentionGraph(): MentionGraph
  /** Records matching the FTS5 expression, best first by weighted bm25, at most `depth`. */
  rankKeyword(match: string, scope: Scope, depth: number): RankedRow[]
  /** The same over whole identifiers. */
  rankExact(match: string, scope: Scope, depth: number): RankedRow[]
  /** Which of these records match the FTS5 expression of the keyword table. */
  keepMatching(match: string, keys: readonly number[]): Set<number>
  hasMatch(match: string, scope: Scope): boolean
  /** Every record that was forgotten and not written again. */
  forgotten(): RecordKey[]
  /** Records in scope by a stored order, and how many there are in all. */
  list(query: ListQuery): { keys: number[]; total: number }
  /** The records, in the order of the keys. */
  load(keys: readonly number[], now: number): RecordRow[]
  /** The same for whoever shows no file: to find those takes as long again. */
  loadUnplaced(keys: readonly number[], now: number): UnplacedRow[]
}
