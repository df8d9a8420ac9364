/**
 * What `memo import` can read: a source turns what stands somewhere else into items, one after another, and knows
 * nothing of the vault. Ids, projects, links, secrets and what is stored already are the business of who takes them in.
 */
import type { JsonValue } from '../../record/json-value.ts'
import type { Kind } from '../../record/vocabulary.ts'

export interface ImportSource {
  /** The word for it on the command line. */
  name: string
  /** One sentence, for the help. */
  summary: string
  /** What PATH is, for the help: `folder of the vault`, `the database file`. */
  path: string
  /**
   * True where an id is that of a record of ours: a record that has it is the same one. Otherwise an id that is taken
   * already only happens to be equal, and the item gets another one.
   */
  ownIds?: boolean
  /**
   * Yields each thing once, in an order that does not change from run to run, without holding more than one in memory. It
   * is called twice: first to find out what there is and what it is called, then for the content. What is wrong with one
   * thing is an item too; only what stops everything is thrown (MemoError: NOT_FOUND, REFUSED).
   */
  read(paths: readonly string[], options: ReadOptions): Iterable<ImportItem> | AsyncIterable<ImportItem>
}

export interface ReadOptions {
  /** Paths are relative to it. */
  cwd: string
  /** The kind of what does not say; undefined: the source decides. */
  kind: Kind | undefined
  /** Longer bodies (bytes) will be refused, so that nobody need read them. */
  bodyBytes: number
  /**
   * Whether this thing was taken in as it stands, and neither it nor its record has changed since. Then the source may
   * yield it as `known` and spare itself the reading.
   */
  isKnown(origin: string, stamp: string): boolean
}

export type ImportItem = RecordItem | KnownItem | ProblemItem | SkippedItem

export interface RecordItem {
  /** Stable name of the thing in its source: `vault/notes/a.md`, `claude-mem.db#observations/12`. Kept in the record. */
  origin: string
  /** Where it stands, for a person to find it, where its origin does not say that. */
  at?: string
  record: ImportedRecord
  /** Changes whenever the thing may have changed (size and time of its file); leave it out where that is not cheap. */
  stamp?: string
  /** A record as an export of ours writes it: where it goes where it was, it comes back to the letter. */
  isWhole?: boolean
  /** Texts to make the id from where the record has none, the best first; its title by default. */
  idsFrom?: readonly string[]
  /** What links of other items call it: titles, paths, aliases; letter case does not matter. Its id is one anyway. */
  names?: readonly string[]
  /** When it last changed (ms since 1970), if that is known better than by `updated`. */
  changedAt?: number
  /** What it is in its source's own words, for `--map`. */
  type?: string
  /** Folder of it, relative to the path that was given, `/` between its parts, for `--map`. */
  folder?: string
}

/** Read before, and unchanged. */
export interface KnownItem {
  origin: string
  stamp: string
  known: true
}

/** Cannot be taken in: told, and the exit status is 1. */
export interface ProblemItem {
  origin: string
  problem: string
}

/** Is not to be taken in (an attachment, a template): told, and no failure. */
export interface SkippedItem {
  origin: string
  skipped: string
}

/**
 * The fields of a line of `upsert --batch`, and what else a record may arrive with. A value that is not valid here
 * (`status: In progress`) is kept under `imported`, keys that are not ours as they are.
 */
export interface ImportedRecord {
  body: string
  /** As the source has it; made legal where it is not. */
  id?: string
  /** As the source calls it; without one it goes where `--project` or the working directory says. */
  project?: string
  /** Of ours; the one of `--kind`, else `note`, where it is left out. */
  kind?: Kind
  title?: string
  /** ISO 8601. */
  created?: string
  updated?: string
  eventAt?: string
  tags?: string[]
  pathPatterns?: string[]
  /** Targets are names of other items, or ids. */
  links?: { type: string; target: string }[]
  /** Name or id of the record that it took the place of, or that took its own. */
  supersedes?: string
  supersededBy?: string
  /** Counters that it arrives with. */
  hits?: number
  lastHit?: string
  occurrences?: number
  lastSeen?: string
  helpful?: number
  stale?: number
  lastFeedback?: string
  /** Every other field of a record, and keys of the source's own. */
  [field: string]: JsonValue | undefined
}
