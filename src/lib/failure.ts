/**
 * Turns what the operating system, SQLite or a fault of our own throws into a `MemoError`: what went wrong, a code, a
 * hint. Knows those errors by their shape, so that none of their modules is loaded.
 */
import { type ErrorCode, findErrno, MemoError } from './errors.ts'
import { withoutCredentials } from './without-credentials.ts'

/** Whatever was thrown; a `MemoError` stays as it is. */
export function toFailure(error: unknown): MemoError {
  if (error instanceof MemoError) return error
  if (!(error instanceof Error)) return new MemoError('BUG', `unexpected failure: ${String(error)}`, { hint: bugHint })
  return fromSqlite(error) ?? fromSystem(error) ?? fromGit(error) ?? fromBug(error)
}

const bugHint = 'this is a bug in memo; run it again with MEMO_DEBUG=1 and report what it prints'

const sqliteCodes: readonly { prefix: string; code: ErrorCode; what: string; hint: string }[] = [
  { prefix: 'SQLITE_BUSY', code: 'BUSY', what: 'another process holds the vault', hint: 'try again in a moment' },
  {
    prefix: 'SQLITE_LOCKED',
    code: 'BUSY',
    what: 'another process holds the vault',
    hint: 'try again in a moment',
  },
  { prefix: 'SQLITE_READONLY', code: 'READ_ONLY', what: 'the index cannot be written', hint: 'run "memo doctor"' },
  { prefix: 'SQLITE_FULL', code: 'IO', what: 'the disk is full', hint: 'free some space and try again' },
  // The file that SQLite shares its memory in could not grow.
  { prefix: 'SQLITE_IOERR_SHMSIZE', code: 'IO', what: 'the disk is full', hint: 'free some space and try again' },
  { prefix: 'SQLITE_IOERR', code: 'IO', what: 'the index cannot be read or written', hint: 'run "memo doctor"' },
  { prefix: 'SQLITE_CANTOPEN', code: 'IO', what: 'the index cannot be opened', hint: 'run "memo doctor"' },
  { prefix: 'SQLITE_CORRUPT', code: 'INTEGRITY', what: 'the index is damaged', hint: 'run "memo rebuild"' },
  { prefix: 'SQLITE_NOTADB', code: 'INTEGRITY', what: 'the index is not a database', hint: 'run "memo rebuild"' },
]

function fromSqlite(error: Error): MemoError | undefined {
  const known = sqliteCodes.find(({ prefix }) => findErrno(error)?.startsWith(prefix))
  return known && new MemoError(known.code, known.what, { hint: known.hint, cause: error })
}

const systemCodes: { readonly [errno: string]: readonly [code: ErrorCode, what: string, hint: string] } = {
  ENOSPC: ['IO', 'the disk is full', 'free some space and try again'],
  EDQUOT: ['IO', 'the disk quota is used up', 'free some space and try again'],
  EFBIG: ['IO', 'the file is too large for this file system', 'use another file system'],
  EIO: ['IO', 'the disk failed to read or write', 'check the disk'],
  EMFILE: ['IO', 'too many files are open', 'raise the limit (ulimit -n) and try again'],
  ENFILE: ['IO', 'too many files are open', 'close some programs and try again'],
  ENOENT: ['IO', 'there is no such file or folder', 'check the path'],
  ENOTDIR: ['IO', 'a part of the path is not a folder', 'check the path'],
  EEXIST: ['IO', 'a file, or a link that leads nowhere, is in the way', 'move it away'],
  EISDIR: ['IO', 'this is a folder, not a file', 'check the path'],
  ENAMETOOLONG: ['IO', 'the path is too long', 'use a shorter one'],
  ELOOP: ['IO', 'the path has too many symbolic links', 'check the path'],
  EROFS: ['READ_ONLY', 'the file system is read-only', 'mount it writable, or use another --vault'],
  EACCES: ['READ_ONLY', 'no permission', 'check the owner and the mode of the path'],
  ERR_DLOPEN_FAILED: ['UNSUPPORTED', 'a native module does not fit this Node', 'run "npm rebuild better-sqlite3"'],
  MODULE_NOT_FOUND: ['UNSUPPORTED', 'a package that memo needs is not installed', 'run "npm install"'],
  ERR_MODULE_NOT_FOUND: ['UNSUPPORTED', 'a package that memo needs is not installed', 'run "npm install"'],
  EPERM: ['READ_ONLY', 'the operation is not permitted', 'check the owner and the mode of the path'],
}

function fromSystem(error: Error): MemoError | undefined {
  if (isWithoutFolder(error)) {
    const hint = 'go to a folder that does'
    return new MemoError('IO', 'the working directory does not exist any more', { hint, cause: error })
  }
  const known = systemCodes[findErrno(error) ?? '']
  if (known === undefined) return undefined
  const [code, what, hint] = known
  return new MemoError(code, `${what}${toPlace(error)}`, { hint, cause: error })
}

function isWithoutFolder(error: Error): boolean {
  return findErrno(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'uv_cwd'
}

/** What git says names the place. */
function toPlace(error: Error): string {
  if (error.name === 'GitFailure') return `: ${inOneLine(error)}`
  return 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : ''
}

/** The repository belongs to whoever uses the vault, and so does what is wrong with it. */
function fromGit(error: Error): MemoError | undefined {
  if (findErrno(error) !== 'GIT_FAILED') return undefined
  return new MemoError('IO', `git failed: ${inOneLine(error)}`, { hint: 'run "memo doctor"', cause: error })
}

function inOneLine({ message }: Error): string {
  return withoutCredentials(message.trim().split('\n').join('; '))
}

function fromBug(error: Error): MemoError {
  return new MemoError('BUG', `unexpected failure: ${error.message || error.name}`, { hint: bugHint, cause: error })
}
