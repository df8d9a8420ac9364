/** Whether what `memo restore` is told is a backup or records. */
import { statSync } from 'node:fs'
import { MemoError } from '../lib/errors.ts'

export interface RestoreArguments {
  names: readonly string[]
  /** A flag was given that only a backup has. */
  isBackup: boolean
}

/**
 * The backup: `-` for standard input, a file that is there, or whatever is named beside a flag of backups. Undefined where
 * records are meant. Throws USAGE for more than one backup.
 */
export function findBackupSource({ names, isBackup }: RestoreArguments): string | undefined {
  const source = names.find((name) => isBackup || name === '-' || isFile(name))
  if (source === undefined || names.length === 1) return source
  throw new MemoError('USAGE', `${source} is a backup, and a backup is restored alone`, {
    hint: 'write project/id for a record whose name is that of a file here',
  })
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
