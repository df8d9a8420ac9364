/** The flags that every way of importing has. */
import * as Flags from '@oclif/core/flags'
import { parseMapRules } from '../vault/import/mapping.ts'
import type { ImportInput } from '../vault/import/run.ts'
import { secretFlags } from './allow-secret-flag.ts'
import type { LongWork } from './long-work.ts'

export const importFlags = {
  map: Flags.string({
    helpValue: 'FROM=TO',
    multiple: true,
    multipleNonGreedy: true,
    summary: 'What a folder, type or project of the source becomes: FROM=KIND, FROM=project:ID or FROM=skip.',
  }),
  'dry-run': Flags.boolean({ summary: 'Say what would be done, and write nothing.' }),
  ...secretFlags,
}

interface GivenFlags {
  project?: string | undefined
  map?: string[] | undefined
  'dry-run': boolean
  'allow-secret': boolean
}

/**
 * Most KiB of the index in memory. With 16,000, as SQLite is built, an import of 10,000 files was at 289 to 308 MB, with
 * 4000 at 273 to 290, in the same processor time; the bar is 300. Most of it is room that V8 takes for what is new.
 */
export const importCacheKib = 4000

/** What is there after an import was ended, and how to go on. */
export const stopped = 'what is in is whole; run it again to go on'

/** What the flags say. Throws USAGE for a bad rule. */
export function toImportInput(flags: GivenFlags, { signal, report }: LongWork): Omit<ImportInput, 'paths' | 'kind'> {
  return {
    rules: parseMapRules(flags.map ?? []),
    project: flags.project,
    cwd: process.cwd(),
    allowSecret: flags['allow-secret'],
    dryRun: flags['dry-run'],
    signal,
    onProgress: (done, total) => report('items', done, total === undefined ? undefined : done / total),
  }
}
