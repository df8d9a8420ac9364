/** The compiler checks it: what the verbs return is what the contracts say, field by field. */
import { expectTypeOf, test } from 'vitest'
import type * as z from 'zod'
import type { Setting } from '../../../src/config/edit.ts'
import type { Frontmatter } from '../../../src/projections/files/render.ts'
import type { BackupResult } from '../../../src/vault/backup/backup.ts'
import type { RestoreResult } from '../../../src/vault/backup/restore.ts'
import type { BootstrapResult } from '../../../src/vault/bootstrap/bootstrap.ts'
import type { CommitOutcome } from '../../../src/vault/committing/commit.ts'
import type { activity, activityPage } from '../../../src/vault/contracts/activity.ts'
import type { backfillResult } from '../../../src/vault/contracts/backfill.ts'
import type { backupResult, restoreResult } from '../../../src/vault/contracts/backup.ts'
import type { batchResult } from '../../../src/vault/contracts/batch.ts'
import type { bootstrapResult } from '../../../src/vault/contracts/bootstrap.ts'
import type { commitOutcome } from '../../../src/vault/contracts/commit.ts'
import type { setting } from '../../../src/vault/contracts/config.ts'
import type { doctorReport } from '../../../src/vault/contracts/doctor.ts'
import type { editResult } from '../../../src/vault/contracts/edit.ts'
import type { evalResult, writtenLabels } from '../../../src/vault/contracts/eval.ts'
import type { exportResult } from '../../../src/vault/contracts/export.ts'
import type { rateResult } from '../../../src/vault/contracts/feedback.ts'
import type { forgetResult } from '../../../src/vault/contracts/forget.ts'
import type { frontmatter } from '../../../src/vault/contracts/frontmatter.ts'
import type { gcResult } from '../../../src/vault/contracts/gc.ts'
import type { getResult } from '../../../src/vault/contracts/get.ts'
import type { graphResult } from '../../../src/vault/contracts/graph.ts'
import type { diffResult, historyResult, showRecordResult } from '../../../src/vault/contracts/history.ts'
import type { importReport } from '../../../src/vault/contracts/import.ts'
import type { initResult } from '../../../src/vault/contracts/init.ts'
import type { linkResult } from '../../../src/vault/contracts/link.ts'
import type { relatedResult, traverseResult } from '../../../src/vault/contracts/links.ts'
import type { listResult } from '../../../src/vault/contracts/list.ts'
import type { logResult, showResult } from '../../../src/vault/contracts/log.ts'
import type { moveResult } from '../../../src/vault/contracts/move.ts'
import type { optimizeResult } from '../../../src/vault/contracts/optimize.ts'
import type { profilesResult } from '../../../src/vault/contracts/profiles.ts'
import type { aliasResult, bindResult, projectsResult } from '../../../src/vault/contracts/project.ts'
import type { putAwayResult } from '../../../src/vault/contracts/put-away.ts'
import type { rebuildResult } from '../../../src/vault/contracts/rebuild.ts'
import type { recallResult } from '../../../src/vault/contracts/recall.ts'
import type { recordView } from '../../../src/vault/contracts/record-view.ts'
import type { reinforceResult } from '../../../src/vault/contracts/reinforce.ts'
import type { replayResult } from '../../../src/vault/contracts/replay.ts'
import type { searchResult } from '../../../src/vault/contracts/search.ts'
import type { compactResult } from '../../../src/vault/contracts/search-compact.ts'
import type { setupResult } from '../../../src/vault/contracts/setup.ts'
import type { statsResult } from '../../../src/vault/contracts/stats.ts'
import type { statusResult } from '../../../src/vault/contracts/status.ts'
import type { cloneResult, syncResult } from '../../../src/vault/contracts/sync.ts'
import type { timelineResult } from '../../../src/vault/contracts/timeline.ts'
import type { undoResult } from '../../../src/vault/contracts/undo.ts'
import type { upsertResult } from '../../../src/vault/contracts/upsert.ts'
import type { signResult, verifyResult } from '../../../src/vault/contracts/verify.ts'
import type { watchEnd, watchLine } from '../../../src/vault/contracts/watch.ts'
import type { whyResult } from '../../../src/vault/contracts/why.ts'
import type { DoctorReport } from '../../../src/vault/doctor/consult.ts'
import type { BackfillResult } from '../../../src/vault/embedding/backfill.ts'
import type { EvalResult } from '../../../src/vault/evaluation/evaluate.ts'
import type { WrittenLabels } from '../../../src/vault/evaluation/from-log.ts'
import type { ExportResult } from '../../../src/vault/export/export.ts'
import type { Activity, ActivityPage } from '../../../src/vault/history/activity.ts'
import type { HistoryResult } from '../../../src/vault/history/history.ts'
import type { LogResult, showEvent } from '../../../src/vault/history/log.ts'
import type { ReplayResult } from '../../../src/vault/history/replay.ts'
import type { DiffResult, ShowResult } from '../../../src/vault/history/show.ts'
import type { SignResult } from '../../../src/vault/history/sign.ts'
import type { UndoResult } from '../../../src/vault/history/undo.ts'
import type { VerifyResult } from '../../../src/vault/history/verify.ts'
import type { WhyResult } from '../../../src/vault/history/why.ts'
import type { ImportReport } from '../../../src/vault/import/report.ts'
import type { InitResult } from '../../../src/vault/init.ts'
import type { AliasResult, BindResult, ProjectsResult } from '../../../src/vault/projects.ts'
import type { CompactResult } from '../../../src/vault/reading/compact.ts'
import type { GetResult } from '../../../src/vault/reading/get.ts'
import type { GraphResult } from '../../../src/vault/reading/graph.ts'
import type { ListedRecord, ListResult } from '../../../src/vault/reading/list.ts'
import type { ProfilesResult } from '../../../src/vault/reading/profiles.ts'
import type { RecallResult } from '../../../src/vault/reading/recall.ts'
import type { RecordView } from '../../../src/vault/reading/record-view.ts'
import type { RelatedResult, TraverseResult } from '../../../src/vault/reading/related.ts'
import type { SearchResult } from '../../../src/vault/reading/search.ts'
import type { TimelineResult } from '../../../src/vault/reading/timeline.ts'
import type { SetupResult } from '../../../src/vault/setup/setup.ts'
import type { StatusResult } from '../../../src/vault/status/status.ts'
import type { CloneResult } from '../../../src/vault/sync/clone.ts'
import type { SyncResult } from '../../../src/vault/sync/sync.ts'
import type { GcResult } from '../../../src/vault/upkeep/gc.ts'
import type { OptimizeResult } from '../../../src/vault/upkeep/optimize.ts'
import type { RebuildResult } from '../../../src/vault/upkeep/rebuild.ts'
import type { StatsResult } from '../../../src/vault/upkeep/stats.ts'
import type { WatchEnd } from '../../../src/vault/watch/watch.ts'
import type { WatchLine } from '../../../src/vault/watch/watch-line.ts'
import type { EditResult } from '../../../src/vault/writing/edit.ts'
import type { ForgetResult } from '../../../src/vault/writing/forget.ts'
import type { LinkResult } from '../../../src/vault/writing/link.ts'
import type { MoveResult } from '../../../src/vault/writing/move.ts'
import type { PutAwayResult } from '../../../src/vault/writing/put-away.ts'
import type { RateResult } from '../../../src/vault/writing/rate.ts'
import type { ReinforceResult } from '../../../src/vault/writing/reinforce.ts'
import type { UpsertResult } from '../../../src/vault/writing/upsert.ts'
import type { BatchResult } from '../../../src/vault/writing/upsert-batch.ts'

test('contract and verb have the same type', () => {
  expectTypeOf<z.infer<typeof searchResult>>().toEqualTypeOf<SearchResult>()
  expectTypeOf<z.infer<typeof activity>>().toEqualTypeOf<Activity>()
  expectTypeOf<z.infer<typeof activityPage>>().toEqualTypeOf<ActivityPage>()
  expectTypeOf<z.infer<typeof graphResult>>().toEqualTypeOf<GraphResult>()
  expectTypeOf<z.infer<typeof recordView>>().toExtend<RecordView>()
  expectTypeOf<Omit<z.infer<typeof recordView>, 'record'>>().toEqualTypeOf<Omit<RecordView, 'record'>>()
  expectTypeOf<z.infer<typeof recallResult>>().toEqualTypeOf<RecallResult>()
  expectTypeOf<z.infer<typeof bootstrapResult>>().toEqualTypeOf<BootstrapResult>()
  expectTypeOf<z.infer<typeof relatedResult>>().toEqualTypeOf<RelatedResult>()
  expectTypeOf<z.infer<typeof traverseResult>>().toEqualTypeOf<TraverseResult>()
  expectTypeOf<z.infer<typeof setupResult>>().toEqualTypeOf<SetupResult>()
  expectTypeOf<z.infer<typeof statusResult>>().toEqualTypeOf<StatusResult>()
  expectTypeOf<z.infer<typeof timelineResult>>().toEqualTypeOf<TimelineResult>()
  expectTypeOf<z.infer<typeof compactResult>>().toEqualTypeOf<CompactResult>()
  expectTypeOf<z.infer<typeof profilesResult>>().toEqualTypeOf<ProfilesResult>()
  expectTypeOf<z.infer<typeof signResult>>().toEqualTypeOf<SignResult>()
  expectTypeOf<z.infer<typeof upsertResult>>().toEqualTypeOf<UpsertResult>()
  expectTypeOf<z.infer<typeof batchResult>>().toEqualTypeOf<BatchResult>()
  expectTypeOf<z.infer<typeof backfillResult>>().toEqualTypeOf<BackfillResult>()
  expectTypeOf<z.infer<typeof backupResult>>().toEqualTypeOf<BackupResult>()
  expectTypeOf<z.infer<typeof restoreResult>>().toEqualTypeOf<RestoreResult>()
  expectTypeOf<z.infer<typeof watchLine>>().toEqualTypeOf<WatchLine>()
  expectTypeOf<z.infer<typeof watchEnd>>().toEqualTypeOf<WatchEnd>()
  expectTypeOf<z.infer<typeof rateResult>>().toEqualTypeOf<RateResult>()
  expectTypeOf<z.infer<typeof exportResult>>().toEqualTypeOf<ExportResult>()
  expectTypeOf<z.infer<typeof forgetResult>>().toEqualTypeOf<ForgetResult>()
  expectTypeOf<z.infer<typeof gcResult>>().toEqualTypeOf<GcResult>()
  expectTypeOf<z.infer<typeof optimizeResult>>().toEqualTypeOf<OptimizeResult>()
  expectTypeOf<z.infer<typeof statsResult>>().toEqualTypeOf<StatsResult>()
  expectTypeOf<z.infer<typeof reinforceResult>>().toEqualTypeOf<ReinforceResult>()
  expectTypeOf<z.infer<typeof evalResult>>().toEqualTypeOf<EvalResult>()
  expectTypeOf<z.infer<typeof writtenLabels>>().toEqualTypeOf<WrittenLabels>()
  expectTypeOf<z.infer<typeof projectsResult>>().toEqualTypeOf<ProjectsResult>()
  expectTypeOf<z.infer<typeof bindResult>>().toEqualTypeOf<BindResult>()
  expectTypeOf<z.infer<typeof aliasResult>>().toEqualTypeOf<AliasResult>()
  expectTypeOf<z.infer<typeof verifyResult>>().toEqualTypeOf<VerifyResult>()
  expectTypeOf<z.infer<typeof rebuildResult>>().toEqualTypeOf<RebuildResult>()
  expectTypeOf<z.infer<typeof doctorReport>>().toEqualTypeOf<DoctorReport>()
  expectTypeOf<z.infer<typeof importReport>>().toEqualTypeOf<ImportReport>()
  expectTypeOf<z.infer<typeof initResult>>().toEqualTypeOf<InitResult>()
  expectTypeOf<z.infer<typeof historyResult>>().toEqualTypeOf<HistoryResult>()
  expectTypeOf<z.infer<typeof diffResult>>().toExtend<DiffResult>()
  expectTypeOf<z.infer<typeof showRecordResult>>().toExtend<ShowResult>()
  expectTypeOf<WhyResult>().toExtend<z.infer<typeof whyResult>>()
  expectTypeOf<keyof WhyResult>().toEqualTypeOf<keyof z.infer<typeof whyResult>>()
  expectTypeOf<z.infer<typeof undoResult>>().toEqualTypeOf<UndoResult>()
  expectTypeOf<z.infer<typeof replayResult>>().toEqualTypeOf<ReplayResult>()
  expectTypeOf<z.infer<typeof commitOutcome>>().toEqualTypeOf<CommitOutcome>()
  expectTypeOf<z.infer<typeof syncResult>>().toEqualTypeOf<SyncResult>()
  expectTypeOf<z.infer<typeof cloneResult>>().toEqualTypeOf<CloneResult>()
  expectTypeOf<z.infer<typeof editResult>>().toEqualTypeOf<EditResult>()
  expectTypeOf<z.infer<typeof putAwayResult>>().toEqualTypeOf<PutAwayResult>()
  expectTypeOf<z.infer<typeof linkResult>>().toEqualTypeOf<LinkResult>()
  expectTypeOf<z.infer<typeof moveResult>>().toEqualTypeOf<MoveResult>()
  expectTypeOf<z.infer<typeof setting>>().toEqualTypeOf<Setting>()
})

test('a listed record that lacks a field has it undefined, which JSON leaves out', () => {
  type Listed = z.infer<typeof listResult>
  expectTypeOf<ListResult>().toExtend<Listed>()
  expectTypeOf<keyof ListResult>().toEqualTypeOf<keyof Listed>()
  expectTypeOf<keyof ListedRecord>().toEqualTypeOf<keyof Listed['records'][number]>()
})

test('the contract of a record says more than the verb, which takes any field', () => {
  expectTypeOf<z.infer<typeof getResult>>().toExtend<GetResult>()
  expectTypeOf<GetResult['missing']>().toEqualTypeOf<z.infer<typeof getResult>['missing']>()
  expectTypeOf<z.infer<typeof frontmatter>>().toExtend<{ [field in keyof Frontmatter]?: unknown }>()
})

test('an event has one of its forms', () => {
  type Shown = Awaited<ReturnType<typeof showEvent>>
  expectTypeOf<LogResult>().toExtend<z.infer<typeof logResult>>()
  expectTypeOf<z.infer<typeof logResult>>().toExtend<LogResult>()
  expectTypeOf<Shown>().toExtend<z.infer<typeof showResult>>()
  expectTypeOf<z.infer<typeof showResult>>().toExtend<Shown>()
})
