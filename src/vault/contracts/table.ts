/**
 * What every command promises with `--json`, and the formats on disk: the one table that the JSON Schemas, the
 * references and the tests of the output are made from. The verbs must not import this: it loads the schema library.
 */
import * as z from 'zod'
import { Config } from '../../config/schema.ts'
import { activity, activityPage } from './activity.ts'
import { backfillResult } from './backfill.ts'
import { backupResult, restoreResult } from './backup.ts'
import { batchResult } from './batch.ts'
import { bootstrapResult } from './bootstrap.ts'
import { commitOutcome } from './commit.ts'
import { completionScript } from './completion.ts'
import { setting, settingsResult } from './config.ts'
import { doctorReport } from './doctor.ts'
import { editResult } from './edit.ts'
import { failure } from './error.ts'
import { evalResult, writtenLabels } from './eval.ts'
import { eventLine } from './event-line.ts'
import { exportedRecord, exportResult } from './export.ts'
import { rateResult } from './feedback.ts'
import { forgetResult } from './forget.ts'
import { frontmatter } from './frontmatter.ts'
import { gcResult } from './gc.ts'
import { getResult } from './get.ts'
import { graphResult } from './graph.ts'
import { diffResult, historyResult, showRecordResult } from './history.ts'
import { httpFailure } from './http-failure.ts'
import { importReport } from './import.ts'
import { initResult } from './init.ts'
import { linkResult } from './link.ts'
import { relatedResult, traverseResult } from './links.ts'
import { listResult } from './list.ts'
import { logResult, showResult } from './log.ts'
import { mcpResult } from './mcp.ts'
import { moveResult } from './move.ts'
import { optimizeResult } from './optimize.ts'
import { profilesResult } from './profiles.ts'
import { aliasResult, bindResult, projectsResult } from './project.ts'
import { putAwayResult } from './put-away.ts'
import { rebuildResult } from './rebuild.ts'
import { recallResult } from './recall.ts'
import { recordView } from './record-view.ts'
import { reinforceResult } from './reinforce.ts'
import { replayResult } from './replay.ts'
import { searchResult } from './search.ts'
import { compactResult } from './search-compact.ts'
import { healthResult, servingResult } from './serve.ts'
import { setupResult } from './setup.ts'
import { statsResult } from './stats.ts'
import { statusResult } from './status.ts'
import { cloneResult, syncResult } from './sync.ts'
import { timelineResult } from './timeline.ts'
import { undoResult } from './undo.ts'
import { upsertResult } from './upsert.ts'
import { signResult, verifyResult } from './verify.ts'
import { watchEnd, watchLine } from './watch.ts'
import { whyResult } from './why.ts'

export interface Contract {
  /** Of the JSON Schema, without an ending. */
  file: string
  /** What has this form. */
  title: string
  schema: z.ZodType
}

/** The answers, by the command's id in the manifest; an upsert and a search have two, and which one is told by their flags. */
export const answers: { readonly [commandId: string]: readonly Contract[] } = {
  add: [toContract('add', upsertResult)],
  archive: [toContract('archive', putAwayResult)],
  backfill: [toContract('backfill', backfillResult)],
  bootstrap: [toContract('bootstrap', bootstrapResult)],
  commit: [toContract('commit', commitOutcome)],
  clone: [toContract('clone', cloneResult)],
  backup: [toContract('backup', backupResult)],
  completion: [toContract('completion', completionScript)],
  'config:get': [toContract('config get', setting)],
  'config:list': [toContract('config list', settingsResult)],
  'config:set': [toContract('config set', setting)],
  diff: [toContract('diff', diffResult)],
  doctor: [toContract('doctor', doctorReport)],
  edit: [toContract('edit', editResult)],
  eval: [toContract('eval', evalResult), toContract('eval --write', writtenLabels)],
  export: [toContract('export', exportResult)],
  feedback: [toContract('feedback', rateResult)],
  forget: [toContract('forget', forgetResult)],
  gc: [toContract('gc', gcResult)],
  get: [toContract('get', getResult)],
  history: [toContract('history', historyResult)],
  import: [toContract('import', importReport)],
  init: [toContract('init', initResult)],
  link: [toContract('link', linkResult)],
  list: [toContract('list', listResult)],
  log: [toContract('log', logResult)],
  'log:show': [toContract('log show', showResult)],
  mcp: [toContract('mcp', mcpResult)],
  move: [toContract('move', moveResult)],
  optimize: [toContract('optimize', optimizeResult)],
  profiles: [toContract('profiles', profilesResult)],
  'project:alias': [toContract('project alias', aliasResult)],
  'project:bind': [toContract('project bind', bindResult)],
  'project:list': [toContract('project list', projectsResult)],
  rank: [toContract('rank', listResult)],
  rebuild: [toContract('rebuild', rebuildResult)],
  recall: [toContract('recall', recallResult)],
  reinforce: [toContract('reinforce', reinforceResult)],
  related: [toContract('related', relatedResult)],
  reindex: [toContract('reindex', backfillResult)],
  replay: [toContract('replay', replayResult)],
  restore: [
    toContract('restore', restoreResult),
    { file: 'restore-records', title: 'The answer of memo restore NAME… --json', schema: putAwayResult },
  ],
  search: [toContract('search', searchResult), toContract('search --compact', compactResult)],
  sign: [toContract('sign', signResult)],
  serve: [toContract('serve', servingResult)],
  stats: [toContract('stats', statsResult)],
  status: [toContract('status', statusResult)],
  setup: [toContract('setup', setupResult)],
  show: [toContract('show', showRecordResult)],
  sync: [toContract('sync', syncResult)],
  timeline: [toContract('timeline', timelineResult)],
  traverse: [toContract('traverse', traverseResult)],
  unlink: [toContract('unlink', linkResult)],
  undo: [toContract('undo', undoResult)],
  upsert: [toContract('upsert', upsertResult), toContract('upsert --batch', batchResult)],
  verify: [toContract('verify', verifyResult)],
  why: [toContract('why', whyResult)],
  watch: [toContract('watch', z.union([watchLine, watchEnd]))],
}

/** The formats that no command alone answers with. */
export const formats: readonly Contract[] = [
  { file: 'error', title: 'What every command prints with --json when it fails', schema: failure },
  { file: 'event', title: 'A line of the event log', schema: eventLine },
  { file: 'config', title: 'config.json of a vault', schema: Config },
  { file: 'export-line', title: 'A line of memo export --format jsonl', schema: exportedRecord },
  { file: 'frontmatter', title: 'The frontmatter of a record’s file', schema: frontmatter },
]

/** The answers of the monitor's API that no command gives. */
export const httpAnswers: readonly Contract[] = [
  { file: 'activity', title: 'An event of GET /api/events/stream', schema: activity },
  { file: 'events', title: 'The answer of GET /api/events', schema: activityPage },
  { file: 'graph', title: 'The answer of GET /api/graph', schema: graphResult },
  { file: 'health', title: 'The answer of GET /healthz', schema: healthResult },
  { file: 'http-error', title: 'What every route answers with when it fails', schema: httpFailure },
  { file: 'record-view', title: 'The answer of GET /api/records/:project/:id', schema: recordView },
]

function toContract(command: string, schema: z.ZodType): Contract {
  return { file: command.replace(/\W+/g, '-'), title: `The answer of memo ${command} --json`, schema }
}
