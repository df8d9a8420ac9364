/** The flags that every way of importing has, and what becomes of the exit status. */
import * as Flags from '@oclif/core/flags'
import { toExitStatus } from '../lib/errors.ts'
import { parseMapRules } from '../vault/import/mapping.ts'
import type { ImportInput } from '../vault/import/run.ts'
import { secretFlags } from './allow-secret-flag.ts'
import { endSignal } from './end-signals.ts'
import type { Progress } from './progress.ts'

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

/** What the flags say, with a signal that fires on Ctrl-C and progress on stderr. Throws USAGE for a bad rule. */
export function toImportInput(flags: GivenFlags, progress: Progress): Omit<ImportInput, 'paths' | 'kind'> {
  return {
    rules: parseMapRules(flags.map ?? []),
    project: flags.project,
    cwd: process.cwd(),
    allowSecret: flags['allow-secret'],
    dryRun: flags['dry-run'],
    signal: endSignal(),
    onProgress: (done, total) => progress.update(done, total === undefined ? undefined : done / total),
  }
}

/** As a shell has it for a program that was ended by Ctrl-C. */
const interruptedStatus = 130

export function importStatus({
  interrupted,
  rejected,
}: {
  interrupted?: boolean | undefined
  rejected: readonly unknown[]
}): number {
  if (interrupted) return interruptedStatus
  return rejected.length > 0 ? toExitStatus('REFUSED') : 0
}
