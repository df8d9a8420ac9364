/** What a program sees of an open vault. */

import type { Rating } from '../record/vocabulary.ts'
import type { BootstrapResult } from '../vault/bootstrap/bootstrap.ts'
import type { Activity } from '../vault/history/activity.ts'
import type { GetResult } from '../vault/reading/get.ts'
import type { ListResult } from '../vault/reading/list.ts'
import type { RecallResult } from '../vault/reading/recall.ts'
import type { SearchResult } from '../vault/reading/search.ts'
import type { ForgetResult } from '../vault/writing/forget.ts'
import type { RateResult } from '../vault/writing/rate.ts'
import type { ReinforceResult } from '../vault/writing/reinforce.ts'
import type { UpsertResult } from '../vault/writing/upsert.ts'
import type {
  BootstrapOptions,
  FeedbackOptions,
  FollowOptions,
  ForgetOptions,
  GetOptions,
  ListOptions,
  RankOptions,
  RecallOptions,
  RecordInput,
  SearchOptions,
  WriteOptions,
} from './options.ts'

export interface OpenVaultOptions {
  /** The folder of the vault; `MEMO_VAULT` when left out, else `~/.memo`. A leading `~/` is the home. */
  root?: string | undefined
  /** Make the vault where there is none. */
  create?: boolean | undefined
  /** The folder that decides the project of a call that names none; the process's when left out. */
  cwd?: string | undefined
  /** The project of a call that names none; it may be one that holds nothing yet. */
  project?: string | undefined
  /** The session of a call that names none: it counts the use of a record once. */
  session?: string | undefined
  /** Told what a person should know and no answer says. Nothing is printed. */
  onNotice?: ((text: string) => void) | undefined
}

/** An event of the log without the texts that it wrote, and where to go on behind it. */
export interface FollowedEvent {
  event: Activity
  /** To be given as `after`, also by another process and on another day. */
  place: string
}

/**
 * An open vault. Calls run one after another, in the order in which they are made; other processes may work on the same
 * vault meanwhile. A call that fails throws a `MemoError`, or the reason of its signal.
 */
export interface MemoVault extends AsyncDisposable {
  /** Absolute path of its folder. */
  readonly root: string

  /**
   * Finds records. Counts no use but that of `hitIds`. Nothing found is an answer whose `abstained` says why.
   * Throws NOT_FOUND for a project that nobody knows.
   */
  search(query: string, options?: SearchOptions): Promise<SearchResult>

  /** What is known of something, as texts within a budget: the best in full, others in a line. Counts no use. */
  recall(query: string, options?: RecallOptions): Promise<RecallResult>

  /**
   * Reads records in full, by id, `project/id`, the beginning of an id, title or path, and counts their use. What is not
   * found or not clear stands in `missing`.
   */
  get(names: string | readonly string[], options?: GetOptions): Promise<GetResult>

  /** Records by a stored order, without a query. */
  list(options?: ListOptions): Promise<ListResult>

  /** The active traps (or `kinds`) that came up most often. */
  rank(options?: RankOptions): Promise<ListResult>

  /** The brief for the start of a session: what is worked on, traps and decisions, within a number of bytes. */
  bootstrap(options?: BootstrapOptions): Promise<BootstrapResult>

  /**
   * Writes a record, or changes the given fields of one. Writing what is stored already changes nothing. A trap that
   * says what an active one says is counted as its recurrence. Throws USAGE, REFUSED or SECRET for what cannot be
   * stored, BUSY where another process holds the vault for too long; nothing is half done.
   */
  upsert(record: RecordInput, options?: WriteOptions): Promise<UpsertResult>

  /** Says whether a record helped. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record. */
  rate(name: string, rating: Rating, options?: FeedbackOptions): Promise<RateResult>

  /**
   * Says how the use of a record turned out, from -1 (it misled) to 1 (it helped); within 900 s of the last signal it is
   * not counted (`cooled`). Throws as `rate`.
   */
  reinforce(name: string, signal: number, options?: FeedbackOptions): Promise<ReinforceResult>

  /** Takes a record out of every answer; its events stay in the log. Throws as `rate`. */
  forget(name: string, options?: ForgetOptions): Promise<ForgetResult>

  /** Events as they come, oldest first, also those of other processes; looks about three times a second. */
  follow(options?: FollowOptions): AsyncGenerator<FollowedEvent, void, undefined>

  /** Lets the calls end that were made, commits to git what the settings say is due, and lets go. Again does nothing. */
  close(): Promise<void>
}
