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

/**
 * Whoever meant a backup must learn that there is none, not only that no record is called so.
 * @param names what the call asked for
 */
export function addFileHint(error: unknown, names: readonly string[]): unknown {
  if (!(error instanceof MemoError) || error.code !== 'NOT_FOUND') return error
  const { code, message, hint } = error
  const name = names.find((each) => /[./\\]/.test(each) && message.startsWith(`there is no record ${each} `))
  if (name === undefined) return error
  return new MemoError(code, message, { hint: `there is no file ${name} either; ${hint}`, cause: error })
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}
