/** The answers of `memo backup --json` and `memo restore --json`. */
import * as z from 'zod'

export const backupResult = z.object({
  file: z.string().nullable().describe('absolute path of the backup; null for standard output'),
  bytes: z.int().min(0).describe('its size'),
  files: z.int().min(0).describe('files of the vault that it holds'),
  events: z.int().min(0).describe('lines of the event log that it holds'),
  encrypted: z.boolean().describe('whether a passphrase is needed to read it'),
  history: z.boolean().describe('whether the git history is in it'),
  historyProblem: z
    .string()
    .nullable()
    .describe('why the git history could not be kept; null if it was, or there is none'),
  skipped: z
    .array(z.string())
    .describe('paths left out because they are neither files nor folders, or have a name that is not UTF-8'),
})

const remote = z.object({
  name: z.string().describe('as git calls it'),
  url: z.string().describe('its address, without user name and password'),
})

export const restoreResult = z.object({
  vault: z.string().nullable().describe('absolute path of the restored vault; null if the backup was only checked'),
  made: z.string().describe('when the backup was made'),
  from: z.string().describe('name of the folder that it was made of'),
  files: z.int().min(0).describe('files of the vault that it holds'),
  events: z.int().min(0).describe('lines of the event log that it holds'),
  records: z.int().min(0).nullable().describe('records in the index; null if the backup was only checked'),
  commits: z.int().min(0).nullable().describe('commits of the git history; null without one'),
  remotes: z.array(remote).describe('what the vault was synced with; it is not connected again'),
  damagedLines: z.int().min(0).describe('lines of the log that were damaged before the backup was made'),
})
