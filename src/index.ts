/**
 * The library of memo: a vault of a coding agent's memory, for other programs. `openVault` gives a handle; what its calls
 * take and answer is typed here, and failures are `MemoError`s with a code of a closed set.
 */
export { type ErrorCode, MemoError } from './lib/errors.ts'
export type {
  FollowedEvent,
  MemoVault,
  OpenVaultOptions,
} from './library/memo-vault.ts'
export { openVault } from './library/open-vault.ts'
export type {
  BootstrapOptions,
  CallOptions,
  FeedbackOptions,
  FollowOptions,
  ForgetOptions,
  GetOptions,
  ListOptions,
  Moment,
  PlaceOptions,
  RankOptions,
  RecallOptions,
  RecordInput,
  ScopeOptions,
  SearchOptions,
  WriteOptions,
} from './library/options.ts'
export type { Actor, EventType, Kind, Mode, Rating, Severity, Sort, Status } from './record/vocabulary.ts'
export type { AbstainReason, Abstention, Pointer } from './retrieval/abstain.ts'
export type { BootstrapResult } from './vault/bootstrap/bootstrap.ts'
export type { Activity } from './vault/history/activity.ts'
export type { GetResult, GotRecord, Missing } from './vault/reading/get.ts'
export type { ListedRecord, ListResult } from './vault/reading/list.ts'
export type { RecallResult } from './vault/reading/recall.ts'
export type { SearchHit, SearchResult } from './vault/reading/search.ts'
export type { ForgetResult } from './vault/writing/forget.ts'
export type { RateResult } from './vault/writing/rate.ts'
export type { ReinforceResult } from './vault/writing/reinforce.ts'
export type { UpsertResult } from './vault/writing/upsert.ts'
