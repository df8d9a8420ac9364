/** The file that a path means where a source is one file: the path itself, or the file of that name in its folder. */
import { statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findErrno, MemoError } from '../../../lib/errors.ts'

export interface SourceFile {
  path: string
  /** Folder and file, the same from wherever it is looked at: `.claude-mem/claude-mem.db`. */
  name: string
}

/** @param names what the file is called in its folder, the likeliest first. Throws NOT_FOUND, or IO where it may not be read. */
export function findSourceFile(path: string, cwd: string, names: readonly string[]): SourceFile {
  const given = resolve(cwd, path)
  const candidates = statOf(given)?.isDirectory() ? names.map((name) => join(given, name)) : [given]
  for (const candidate of candidates) {
    const stat = statOf(candidate)
    if (stat === undefined) continue
    if (!stat.isFile()) throw new MemoError('REFUSED', `${candidate} is not a file`)
    const name = [basename(dirname(candidate)), basename(candidate)].filter((part) => part !== '').join('/')
    return { path: candidate, name }
  }
  throw new MemoError('NOT_FOUND', `there is no ${candidates.join(' or ')}`)
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (cause) {
    if (findErrno(cause) === 'ENOTDIR') return undefined
    throw new MemoError('IO', `${path} cannot be looked at`, { cause })
  }
}
