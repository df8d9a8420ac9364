/** What a program may say with each call. Everything may be left out; a name that is not here is refused. */
import type { Kind, Mode, Severity, Sort, Status } from '../record/vocabulary.ts'

/** An instant. As text: a date (`2031-03-05`, the whole day) or a date-time (ISO 8601). */
export type Moment = Date | string

export interface CallOptions {
  /** Ends the call before it has done anything that lasts; it then throws the signal's reason. */
  signal?: AbortSignal | undefined
}

/** The one project that a call works in. */
export interface PlaceOptions extends CallOptions {
  /** Id of the project; that of the vault’s options when left out, else that of the folder. */
  project?: string | undefined
  /** The folder that decides the project, and that relative paths start from. */
  cwd?: string | undefined
}

/** Which records a call looks at. */
export interface ScopeOptions extends CallOptions {
  /** Ids of projects; that of the vault’s options when left out, else that of the folder. */
  project?: string | readonly string[] | undefined
  /** Look into every project. */
  allProjects?: boolean | undefined
  cwd?: string | undefined
  kinds?: readonly Kind[] | undefined
  /** Records that have them all. */
  tags?: readonly string[] | undefined
  layer?: string | undefined
  /** A file or folder that they are about. */
  path?: string | undefined
  /** A record must have each name, with any of its values. */
  facets?: { readonly [name: string]: string | readonly string[] } | undefined
  /** A name that they mention, however it is spelled. */
  entity?: string | undefined
  source?: string | undefined
  trust?: string | undefined
  /** Only what happened from then on; also a span of time that ends now (`7d`). */
  since?: Moment | undefined
  /** Only what happened before then; a bare date includes its day. */
  until?: Moment | undefined
  /** The records as they were then; also a span of time ago (`7d`). */
  asOf?: Moment | undefined
}

export interface SearchOptions extends ScopeOptions {
  /** Active and not closed when left out. */
  statuses?: readonly Status[] | undefined
  includeScratch?: boolean | undefined
  includeExpired?: boolean | undefined
  /** How many hits; 50 when left out. */
  limit?: number | undefined
  offset?: number | undefined
  sort?: Sort | undefined
  /** Ids that the caller used: each counts once if it is among the hits. */
  hitIds?: readonly string[] | undefined
  /** Counts each record once in this session; that of the vault’s options when left out. */
  session?: string | undefined
  /** Say of each hit why it stands where it does, and what the ranking did. */
  explain?: boolean | undefined
  /** Say of each hit which records it names, and which name it. */
  expandLinks?: boolean | undefined
  /** Which arms may rank. */
  mode?: Mode | undefined
  /** Name of a ranking profile. */
  profile?: string | undefined
  /** No more tokens of hits than this, by estimate. */
  maxTokens?: number | undefined
  /**
   * True looks at every file for edits by hand first, false at none; within 15 ms when left out, and in a vault of more
   * than 256 files at most once a second.
   */
  refresh?: boolean | undefined
}

export interface ListOptions extends ScopeOptions {
  statuses?: readonly Status[] | undefined
  /** Prompts, sessions, logs and scratch too. */
  includeEphemeral?: boolean | undefined
  includeExpired?: boolean | undefined
  /** By the newest change when left out. */
  sort?: Exclude<Sort, 'relevance'> | undefined
  /** 50 when left out. */
  limit?: number | undefined
  offset?: number | undefined
}

export interface RankOptions extends ScopeOptions {
  /** 10 when left out. */
  limit?: number | undefined
}

export interface RecallOptions extends ScopeOptions {
  statuses?: readonly Status[] | undefined
  includeScratch?: boolean | undefined
  includeExpired?: boolean | undefined
  /** Most characters of the text; 8000 when left out. */
  budget?: number | undefined
}

export interface GetOptions extends PlaceOptions {
  /** Only a record of this kind. */
  kind?: Kind | undefined
  session?: string | undefined
  /** First and last line of the text, from 1; both are shown. */
  lines?: readonly [from: number, to: number] | undefined
  asOf?: Moment | undefined
  /** False looks without using: no use is counted. */
  counted?: boolean | undefined
}

export interface WriteOptions extends PlaceOptions {
  /** Store it even if it holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface FeedbackOptions extends WriteOptions {
  comment?: string | undefined
  session?: string | undefined
}

export interface ForgetOptions extends WriteOptions {
  /** Why; it stays in the log. */
  reason?: string | undefined
}

export interface BootstrapOptions extends PlaceOptions {
  /** What the session is about. */
  query?: string | undefined
  /** A file or folder that it is about. */
  path?: string | undefined
  /** Names the spec, plan and state that are worked on. */
  slug?: string | undefined
  /** Most bytes of the text; what the settings of the vault say when left out. */
  maxBytes?: number | undefined
  session?: string | undefined
  /** False looks without using: no use is counted. */
  counted?: boolean | undefined
  /** Say of every record that was looked at what became of it. */
  explain?: boolean | undefined
}

export interface FollowOptions {
  /** The `place` of an event that was told before; from now on when left out, from the beginning with `''`. */
  after?: string | undefined
  /** Ends it, without an error. */
  signal?: AbortSignal | undefined
}

/** A record to be written. With the id of one that is there, the given fields change and the others stay. */
export interface RecordInput {
  /** Made from the title when left out. */
  id?: string | undefined
  /** Needed for a new record. */
  kind?: Kind | undefined
  /** One line; taken from the text when left out. */
  title?: string | undefined
  /** The text, Markdown; needed for a new record. */
  body?: string | undefined
  status?: Status | undefined
  tags?: readonly string[] | undefined
  /** Paths or globs that it is about, relative to the root of the project. */
  pathPatterns?: readonly string[] | undefined
  /** How bad a trap is. */
  severity?: Severity | undefined
  layer?: string | undefined
  module?: string | undefined
  /** When what it tells happened, if not now. */
  eventAt?: Moment | undefined
  /** How long it is good for: a span of time from its creation (`14d`), or a date. */
  ttl?: string | undefined
  expiresAt?: Moment | undefined
  /** Id of the record that it takes the place of, which is closed in the same write. */
  supersedes?: string | undefined
  links?: readonly { type: string; target: string }[] | undefined
  facets?: { readonly [name: string]: readonly string[] } | undefined
  entities?: readonly string[] | undefined
  source?: string | undefined
  trust?: string | undefined
  validFrom?: Moment | undefined
  validTo?: Moment | undefined
  /** Ids of the records that it follows from. */
  evidence?: readonly string[] | undefined
  due?: Moment | undefined
  /** Commit of the product that its paths were last compared with. */
  verifiedAtSha?: string | undefined
}
