/**
 * Turns whatever was thrown into a `MemoError`: one sentence, a code, a hint. The only place that knows the errors of
 * oclif's parser, of the operating system and of SQLite by their shape (by shape, so that none of them is loaded).
 */
import { type ErrorCode, findErrno, MemoError } from '../lib/errors.ts'

export function toMemoError(error: unknown): MemoError {
  if (error instanceof MemoError) return error
  if (!(error instanceof Error)) return new MemoError('BUG', `Unexpected failure: ${String(error)}.`, { hint: bugHint })
  return fromParser(error) ?? fromSqlite(error) ?? fromSystem(error) ?? fromBug(error)
}

const bugHint = 'This is a bug in memo. Run again with MEMO_DEBUG=1 and report what it prints.'

/** oclif gives the errors of its parser (and nothing else that a command meets) exit status 2. */
function fromParser(error: Error): MemoError | undefined {
  if (!('oclif' in error) || !hasExit(error.oclif) || error.oclif.exit !== 2) return undefined
  return new MemoError('USAGE', toParserSentence(error), { hint: 'Add --help to see the flags.', cause: error })
}

function toParserSentence(error: Error): string {
  if (/^Missing \d+ required arg/.test(error.message) && 'args' in error && Array.isArray(error.args)) {
    return `Missing argument: ${error.args.map(({ name }: { name: string }) => name.toUpperCase()).join(', ')}.`
  }
  const sentence = error.message
    .replace(/\s*See more help with --help\s*$/, '')
    .replace(/^Parsing (--[\w-]+)\s+/, '$1: ')
    .replace(/^The following errors? occurred:\s*/, '')
    .replace(/^Nonexistent flag/, 'Unknown flag')
    .replaceAll(/\s*\n\s*/g, '; ')
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function hasExit(value: unknown): value is { exit: number } {
  return typeof value === 'object' && value !== null && 'exit' in value
}

const sqliteCodes: readonly { prefix: string; code: ErrorCode; sentence: string; hint: string }[] = [
  { prefix: 'SQLITE_BUSY', code: 'BUSY', sentence: 'Another process holds the vault', hint: 'Try again in a moment.' },
  {
    prefix: 'SQLITE_LOCKED',
    code: 'BUSY',
    sentence: 'Another process holds the vault',
    hint: 'Try again in a moment.',
  },
  { prefix: 'SQLITE_READONLY', code: 'READ_ONLY', sentence: 'The index cannot be written', hint: 'memo doctor' },
  { prefix: 'SQLITE_FULL', code: 'IO', sentence: 'The disk is full', hint: 'Free some space and try again.' },
  // The file that SQLite shares its memory in could not grow.
  { prefix: 'SQLITE_IOERR_SHMSIZE', code: 'IO', sentence: 'The disk is full', hint: 'Free some space and try again.' },
  { prefix: 'SQLITE_IOERR', code: 'IO', sentence: 'The index cannot be read or written', hint: 'memo doctor' },
  { prefix: 'SQLITE_CANTOPEN', code: 'IO', sentence: 'The index cannot be opened', hint: 'memo doctor' },
  { prefix: 'SQLITE_CORRUPT', code: 'INTEGRITY', sentence: 'The index is damaged', hint: 'memo rebuild' },
  { prefix: 'SQLITE_NOTADB', code: 'INTEGRITY', sentence: 'The index is not a database', hint: 'memo rebuild' },
]

function fromSqlite(error: Error): MemoError | undefined {
  const known = sqliteCodes.find(({ prefix }) => findErrno(error)?.startsWith(prefix))
  return known && new MemoError(known.code, `${known.sentence}.`, { hint: known.hint, cause: error })
}

const systemCodes: { readonly [errno: string]: readonly [code: ErrorCode, sentence: string, hint: string] } = {
  ENOSPC: ['IO', 'The disk is full', 'Free some space and try again.'],
  EDQUOT: ['IO', 'The disk quota is used up', 'Free some space and try again.'],
  EFBIG: ['IO', 'The file is too large for this file system', 'Use another file system.'],
  EIO: ['IO', 'The disk failed to read or write', 'Check the disk.'],
  EMFILE: ['IO', 'Too many files are open', 'Raise the limit (ulimit -n) and try again.'],
  ENFILE: ['IO', 'Too many files are open', 'Close some programs and try again.'],
  ENOENT: ['IO', 'There is no such file or folder', 'Check the path.'],
  ENOTDIR: ['IO', 'A part of the path is not a folder', 'Check the path.'],
  EISDIR: ['IO', 'This is a folder, not a file', 'Check the path.'],
  ENAMETOOLONG: ['IO', 'The path is too long', 'Use a shorter one.'],
  ELOOP: ['IO', 'The path has too many symbolic links', 'Check the path.'],
  EROFS: ['READ_ONLY', 'The file system is read-only', 'Mount it writable, or use another --vault.'],
  EACCES: ['READ_ONLY', 'No permission', 'Check the owner and the mode of the path.'],
  ERR_DLOPEN_FAILED: ['UNSUPPORTED', 'A native module does not fit this Node', 'npm rebuild better-sqlite3'],
  MODULE_NOT_FOUND: ['UNSUPPORTED', 'A package that memo needs is not installed', 'npm install'],
  ERR_MODULE_NOT_FOUND: ['UNSUPPORTED', 'A package that memo needs is not installed', 'npm install'],
  EPERM: ['READ_ONLY', 'The operation is not permitted', 'Check the owner and the mode of the path.'],
}

function fromSystem(error: Error): MemoError | undefined {
  const known = systemCodes[findErrno(error) ?? '']
  if (known === undefined) return undefined
  const [code, sentence, hint] = known
  return new MemoError(code, `${sentence}${toPlace(error)}.`, { hint, cause: error })
}

function toPlace(error: Error): string {
  return 'path' in error && typeof error.path === 'string' ? `: ${error.path}` : ''
}

function fromBug(error: Error): MemoError {
  return new MemoError('BUG', `Unexpected failure: ${error.message || error.name}.`, { hint: bugHint, cause: error })
}
