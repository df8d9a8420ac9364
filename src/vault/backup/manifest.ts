/** What a backup says of itself: `memo-backup.json` first, so that a reader knows what comes, `manifest.json` last. */
import * as z from 'zod'

/** Names inside the archive. The vault's files stand below a folder of their own, so no name of theirs meets these. */
export const headName = 'memo-backup.json'
export const manifestName = 'manifest.json'
export const bundleName = 'history.bundle'
export const vaultPrefix = 'vault/'

/** Raised when an older memo could not read what is written. */
export const backupVersion = 1

export const backupHead = z.object({
  format: z.literal('memo-backup'),
  version: z.int().min(1),
  memo: z.string().describe('version of the memo that made it'),
  vault: z.string().describe('name of the folder that was backed up'),
  made: z.string().describe('when'),
})
export type BackupHead = z.infer<typeof backupHead>

export const backupManifest = z.object({
  writers: z
    .record(z.string(), z.object({ segments: z.int(), events: z.int() }))
    .describe('lines of the log, by writer'),
  git: z
    .object({
      head: z.string().regex(/^[0-9a-f]{40,64}$/),
      branch: z.string().optional().describe('none: the head is on no branch'),
      objectFormat: z.enum(['sha1', 'sha256']),
      remotes: z.array(z.object({ name: z.string(), url: z.string() })),
    })
    .nullable()
    .describe('of the history in the bundle; null where there is none'),
  entries: z
    .array(z.object({ path: z.string(), size: z.int().min(0), sha256: z.string() }))
    .describe('what the archive holds; of an entry that stands there twice the last one counts'),
})
export type BackupManifest = z.infer<typeof backupManifest>
export type ManifestEntry = BackupManifest['entries'][number]
