/** The answer of `memo status --json`. */
import * as z from 'zod'
import { RecordId } from '../../record/schema.ts'

const count = z.int().min(0)

const counts = z.object({
  total: count.describe('how many records there are'),
  byKind: z.record(z.string(), count).describe('by kind, the most frequent first'),
  byStatus: z.record(z.string(), count).describe('by status, the most frequent first'),
})

const project = z.object({
  id: RecordId.describe('the project that a command here works on'),
  source: z.enum(['flag', 'file', 'git', 'path']).describe('what the id comes from'),
  root: z.string().describe('folder that its paths count from').exactOptional(),
  remote: z.string().describe('its normalised git remote').exactOptional(),
  records: counts.describe('its records'),
})

export const writer = z.object({
  id: RecordId.describe('the clone of the vault'),
  events: count.describe('events of its log that the index has folded'),
  newest: z.string().nullable().describe('when the newest of those was written; null before the first'),
  isOwn: z.boolean().describe('whether this clone writes as this writer'),
})

const index = z.object({
  isBuilt: z.boolean().describe('false: the next command builds it anew from the log'),
  behind: z
    .object({
      events: count.nullable().describe('events that it has not folded; null: too many to be counted quickly'),
      bytes: count.describe('bytes of those'),
    })
    .describe('what the log holds and the index does not'),
  files: z
    .object({
      waiting: count.describe('files that are due to be written'),
      failed: count.describe('those of them that could not be written'),
      unfollowed: count.describe('files with a hand edit that cannot be followed; memo doctor tells why'),
    })
    .describe('files and views'),
  redactions: count.describe('records whose text is to be taken out of the log, and is not out of everything yet'),
})

const git = z.object({
  policy: z.enum(['batched', 'each', 'off']).describe('when the vault is committed'),
  repository: z.enum(['present', 'missing', 'unavailable']).describe('whether there is one that git reads'),
  reason: z.string().nullable().describe('why git does not answer; null when it does'),
  unfinished: z
    .enum(['merge', 'rebase', 'cherry-pick', 'revert'])
    .nullable()
    .describe('what git waits for a person to finish; null for nothing'),
  branch: z.string().nullable().describe('the branch; null when HEAD is on none'),
  head: z.string().nullable().describe('id of the newest commit; null before the first'),
  waiting: count.describe('events of this clone that no commit holds'),
  waitingSince: z.string().nullable().describe('when the first of them was met, where that is known'),
  trouble: z
    .object({
      reason: z.string().describe('what was in the way'),
      at: z.string().describe('when'),
      tries: z.int().min(1).describe('tries that failed one after the other'),
    })
    .nullable()
    .describe('why the last commit could not be made; null when it could'),
  upstream: z
    .object({
      name: z.string().describe('the branch that this one follows'),
      ahead: count.describe('commits that it lacks'),
      behind: count.describe('commits that it has more'),
    })
    .nullable()
    .describe('as it was last fetched; null when the branch follows none'),
})

const server = z.object({
  what: z.string().describe('mcp, serve or watch'),
  pid: z.int().describe('its process'),
  since: z.string().describe('when it began'),
  place: z.string().describe('the address that it listens on').exactOptional(),
})

const trouble = z.object({
  at: z.string().describe('when'),
  subsystem: z.string().describe('the part of memo that met it'),
  message: z.string().describe('what went wrong'),
  code: z.string().optional().describe('its error code'),
})

const embeddings = z.object({
  provider: z.string().describe('the provider of the settings'),
  model: z.string().nullable().describe('id of the model; null when it could not be opened'),
  texts: count.describe('texts that should have a vector'),
  embedded: count.describe('texts that have one'),
  reason: z.string().describe('why the model could not be opened').exactOptional(),
})

export const statusResult = z.object({
  vault: z.string().describe('path of the vault'),
  readOnly: z.boolean().describe('whether it cannot be written here'),
  project: project.describe('the project of the working directory, or the one that was named'),
  records: counts.describe('the records of all projects'),
  projects: count.describe('how many projects there are'),
  writers: z.array(writer).describe('every clone that has written to the log, by id'),
  index: index.describe('how far the index is'),
  git: git.describe('the git repository of the vault'),
  servers: z.array(server).describe('servers that run beside the vault'),
  isWatched: z.boolean().describe('whether a process takes hand edits in as they are made'),
  trouble: trouble.nullable().describe('the newest trouble that failed no command; null for none'),
  embeddings: embeddings.nullable().describe('search by meaning; null when the settings have it off'),
})
