/**
 * The words that a record may use, as plain constants: the zod schemas, the CLI flags and the SQL import them from
 * here, so that a search that finds the vault up to date loads no schema library.
 */

export interface KindTraits {
  /** Folder below `projects/<project>/`; no two kinds share one. */
  folder: string
  /** A use of such a record is counted as a hit. */
  hitEligible: boolean
  /** Left out of cross-project searches unless asked for by kind. */
  ephemeral: boolean
  /** Lifetime in days when neither `ttl` nor `expiresAt` is set. */
  ttlDays: number | undefined
  /** The older it is, the lower it ranks (half-life in the profile). */
  ages: boolean
  /** What garbage collection does with an expired record. */
  onExpiry: 'archive' | 'purge'
  /** Counted uses may lift it in the ranking. */
  salience: boolean
}

const lasting = { ephemeral: false, ttlDays: undefined, ages: false, onExpiry: 'archive', salience: true } as const
const passing = { hitEligible: false, ephemeral: true, ages: true, onExpiry: 'purge', salience: false } as const

export const kinds = {
  trap: { ...lasting, folder: 'traps', hitEligible: true },
  decision: { ...lasting, folder: 'decisions', hitEligible: true },
  spec: { ...lasting, folder: 'specs', hitEligible: true },
  plan: { ...lasting, folder: 'plans', hitEligible: true },
  state: { ...passing, folder: 'states', ttlDays: undefined },
  log: { ...lasting, folder: 'logs', hitEligible: false, ages: true, salience: false },
  review: { ...passing, folder: 'reviews', ttlDays: 14 },
  scratch: { ...passing, folder: 'scratch', ttlDays: 7 },
  prompt: { ...lasting, folder: 'prompts', hitEligible: false, ages: true, salience: false },
  session: { ...lasting, folder: 'sessions', hitEligible: false, ages: true, salience: false },
  note: { ...lasting, folder: 'notes', hitEligible: false, ages: true },
  conversation: { ...lasting, folder: 'conversations', hitEligible: false, ages: true },
  fact: { ...lasting, folder: 'facts', hitEligible: false },
  task: { ...lasting, folder: 'tasks', hitEligible: false, salience: false },
  person: { ...lasting, folder: 'people', hitEligible: false, salience: false },
} as const satisfies { [kind: string]: KindTraits }

export type Kind = keyof typeof kinds
export const kindNames = Object.keys(kinds) as [Kind, ...Kind[]]

export const hitEligibleKinds = kindNames.filter((kind) => kinds[kind].hitEligible)
export const ephemeralKinds = kindNames.filter((kind) => kinds[kind].ephemeral)

export const statuses = [
  'active',
  'paused',
  'shipped',
  'superseded',
  'archived',
  'completed',
  'todo',
  'doing',
  'blocked',
  'done',
] as const
export type Status = (typeof statuses)[number]

/** Statuses that take a record out of the default search scope. */
export const closedStatuses = ['superseded', 'archived'] as const satisfies readonly Status[]

export const severities = ['low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

export const ratings = ['helpful', 'not-helpful', 'stale', 'wrong'] as const
export type Rating = (typeof ratings)[number]

/** What can happen; the schema of each is in src/events. */
export const eventTypes = [
  'vault.created',
  'project.registered',
  'record.upserted',
  'record.recurred',
  'record.superseded',
  'record.archived',
  'record.restored',
  'record.forgotten',
  'record.redacted',
  'record.hit',
  'session.seen',
  'record.rated',
  'query.logged',
] as const
export type EventType = (typeof eventTypes)[number]

export const actors = ['cli', 'mcp', 'tui', 'http', 'library', 'import', 'adopt', 'sync'] as const
export type Actor = (typeof actors)[number]

export const sorts = ['relevance', 'updated', 'occurrences', 'hits'] as const
export type Sort = (typeof sorts)[number]

/** Which arms may rank: those that the query calls for, one of them, or all. */
export const modes = ['auto', 'keyword', 'exact', 'semantic', 'hybrid'] as const
export type Mode = (typeof modes)[number]

export function isKind(word: string): word is Kind {
  return Object.hasOwn(kinds, word)
}
