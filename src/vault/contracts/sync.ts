/** The answers of `memo sync` and `memo clone`. */
import * as z from 'zod'

const count = z.int().min(0)

const edit = z.object({
  event: z.string().describe('id of the event'),
  writer: z.string().describe('the clone that wrote it'),
  at: z.string().describe('when, by the clock of that clone'),
})

const conflict = z.object({
  projectId: z.string().describe('the project of the record'),
  id: z.string().describe('the record'),
  field: z.string().describe('the field that both sides changed; `forgotten` where one side forgot the record'),
  kept: edit.describe('the later edit, which stands'),
  earlier: edit.describe('the other; it is in the log too'),
})

const foreign = z.object({
  commit: z.string().describe('id of the commit'),
  author: z.string().describe('who made it'),
  at: z.string().describe('when'),
  subject: z.string().describe('first line of its message'),
})

const skipped = z.object({
  path: z.string().describe('of the file, relative to the vault'),
  reason: z.string().describe('why theirs was not taken'),
})

const fork = z.object({
  writer: z.string().describe('as whom two clones wrote'),
  home: z.string().describe('the writer that the lines of one of them have now'),
  events: count.describe('how many lines that are'),
  isOwn: z.boolean().describe('whether this clone was one of the two; then it writes under a new id from now on'),
})

export const syncResult = z.object({
  state: z.enum(['synced', 'nothing', 'dry-run']).describe('nothing: both sides had the same'),
  remote: z.string().describe('name of the remote'),
  branch: z.string().describe('branch of the remote'),
  commit: z.string().nullable().describe('commit that the vault is at; null before the first'),
  fetched: count.describe('commits of theirs that were taken in; with --dry-run, that would be'),
  pushed: count.describe('commits that they did not have; with --dry-run, one for all that is not committed yet'),
  events: z
    .object({
      taken: count.describe('events of others that were not here before'),
      adopted: count.describe('events that stand for edits by people without memo'),
    })
    .describe('what came into the log'),
  records: count.describe('records that events came for'),
  conflicts: z.array(conflict).describe('fields that both sides had changed'),
  foreign: z.array(foreign).describe('commits of theirs that memo did not make'),
  settings: z.array(z.string()).describe('names of the settings that changed here'),
  skipped: z.array(skipped).describe('files of theirs that were not taken'),
  forks: z.array(fork).describe('writers that had been two clones'),
})

export const cloneResult = z.object({
  vault: z.string().describe('absolute path of the new vault'),
  branch: z.string().describe('the branch that it follows'),
  commit: z.string().describe('the commit that it is at'),
  records: count.describe('records in it'),
  events: count.describe('events in its log'),
})
