/**
 * The schemas of what the library takes and answers, and of what stands on disk, for programs that hand it on: an answer
 * over HTTP, a tool of an agent, a file that was exported. Apart from the library, which does not need them all.
 */
import type { ErrorCode } from './lib/errors.ts'
import { recordInput as input } from './library/checks.ts'
import type { RecordInput } from './library/options.ts'
import type { Schema } from './library/schema.ts'
import type { Actor } from './record/vocabulary.ts'
import type { BootstrapResult } from './vault/bootstrap/bootstrap.ts'
import * as activities from './vault/contracts/activity.ts'
import * as briefs from './vault/contracts/bootstrap.ts'
import * as failures from './vault/contracts/error.ts'
import * as lines from './vault/contracts/event-line.ts'
import * as ratings from './vault/contracts/feedback.ts'
import * as forgotten from './vault/contracts/forget.ts'
import * as files from './vault/contracts/frontmatter.ts'
import * as got from './vault/contracts/get.ts'
import * as lists from './vault/contracts/list.ts'
import * as packs from './vault/contracts/recall.ts'
import * as signals from './vault/contracts/reinforce.ts'
import * as searches from './vault/contracts/search.ts'
import * as writes from './vault/contracts/upsert.ts'
import type { Activity } from './vault/history/activity.ts'
import type { GetResult } from './vault/reading/get.ts'
import type { ListResult } from './vault/reading/list.ts'
import type { RecallResult } from './vault/reading/recall.ts'
import type { SearchResult } from './vault/reading/search.ts'
import type { ForgetResult } from './vault/writing/forget.ts'
import type { RateResult } from './vault/writing/rate.ts'
import type { ReinforceResult } from './vault/writing/reinforce.ts'
import type { UpsertResult } from './vault/writing/upsert.ts'

export type { Schema, SchemaIssue, SchemaResult } from './library/schema.ts'

/** The frontmatter of a record's file; keys that a person added are let pass. */
export const frontmatter: Schema<{ [field: string]: unknown }> = files.frontmatter

/** What `upsert` takes. */
export const recordInput: Schema<RecordInput> = input

/** A line of the event log. */
export const eventLine: Schema<EventLine> = lines.eventLine

/** An event as `follow` tells it. */
export const activity: Schema<Activity> = activities.activity

export const searchResult: Schema<SearchResult> = searches.searchResult
export const recallResult: Schema<RecallResult> = packs.recallResult
export const getResult: Schema<GetResult> = got.getResult
/** Of `list` and `rank`. */
export const listResult: Schema<ListResult> = lists.listResult
export const bootstrapResult: Schema<BootstrapResult> = briefs.bootstrapResult
export const upsertResult: Schema<UpsertResult> = writes.upsertResult
export const rateResult: Schema<RateResult> = ratings.rateResult
export const reinforceResult: Schema<ReinforceResult> = signals.reinforceResult
export const forgetResult: Schema<ForgetResult> = forgotten.forgetResult

/** A failure as the commands and the servers print it. */
export const failure: Schema<Failure> = failures.failure

export interface EventLine {
  v: 1
  id: string
  writer: string
  seq: number
  at: string
  actor: Actor
  type: string
  digest: string
  prev: string
  crc: string
  /** What it says, by its type; of an event that was redacted, that it was. */
  data?: unknown
}

export interface Failure {
  error: { code: ErrorCode; message: string; hint: string | null }
}
