/** Writes what was planned: through symbolic links, with the former bytes kept beside, each file at once. */
import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from '../../lib/durable-file.ts'
import { MemoError } from '../../lib/errors.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { type PlannedFile, readSettings, toBackupPath } from './plan.ts'

/** Throws REFUSED when another program has written the file since it was planned. */
export function writePlanned(file: PlannedFile, modeOfNew: number): void {
  if (file.change === 'none') return
  if (readSettings(file.path).text !== file.before) {
    throw new MemoError('REFUSED', `${file.path} was changed by another program meanwhile`, { hint: 'try again' })
  }
  const mode = statSync(file.target, { throwIfNoEntry: false })?.mode ?? modeOfNew
  if (file.change === 'delete') {
    removeFile(file.target)
    return
  }
  if (file.backup === 'make') replaceText(toBackupPath(file.path), file.before ?? '', mode)
  mkdirSync(dirname(file.target), { recursive: true })
  replaceText(file.target, file.after, mode)
  if (file.backup === 'discard') removeFile(toBackupPath(file.path))
}

function replaceText(path: string, text: string, mode: number): void {
  replaceFile(path, Buffer.from(text), { durable: true })
  chmodSync(path, mode & 0o777)
}
