/** A text that a person writes in an editor, in a file that only they can read, and that is kept if it goes nowhere else. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { MemoError } from '../lib/errors.ts'
import { removeTree } from '../lib/remove-file.ts'
import { decodeUtf8 } from '../lib/utf8.ts'
import { editFile } from './editor.ts'
import { toMemoError } from './failure.ts'

export interface Draft {
  text: string
  path: string
}

/** What the editor leaves of `start`. Throws what the editor throws, and USAGE for bytes that are not UTF-8. */
export async function writeDraft(start: string): Promise<Draft> {
  // Nobody else may enter a folder that mkdtemp made.
  const path = join(mkdtempSync(join(tmpdir(), 'memo-draft-')), 'draft.md')
  writeFileSync(path, start)
  try {
    await editFile(path)
    const text = decodeUtf8(readFileSync(path))
    if (text === undefined) throw new MemoError('USAGE', 'what the editor saved is not valid UTF-8')
    return { text, path }
  } catch (error) {
    if (!isUntouched(path, start)) throw toKept(error, path)
    dropDraft(path)
    throw error
  }
}

/** Runs work that stores the draft; when it fails, the file is kept and the hint says where. */
export async function storeDraft<T>(path: string, work: () => Promise<T>): Promise<T> {
  const result = await work().catch((error) => {
    throw toKept(error, path)
  })
  dropDraft(path)
  return result
}

export function dropDraft(path: string): void {
  removeTree(dirname(path))
}

function isUntouched(path: string, start: string): boolean {
  return !existsSync(path) || readFileSync(path, 'utf8') === start
}

function toKept(error: unknown, path: string): MemoError {
  const { code, message, hint } = toMemoError(error)
  const kept = `your text is kept in ${path}`
  return new MemoError(code, message, { hint: hint === undefined ? kept : `${hint}; ${kept}`, cause: error })
}
