import { describe, expect, test } from 'vitest'
import { toMemoError } from '../../src/cli/failure.ts'
import { MemoError } from '../../src/lib/errors.ts'

function systemError(code: string, path?: string): Error {
  return Object.assign(new Error(`${code}: something`), { code, ...(path === undefined ? {} : { path }) })
}

describe('toMemoError', () => {
  test.each([
    ['ENOSPC', 'IO'],
    ['EDQUOT', 'IO'],
    ['EIO', 'IO'],
    ['EMFILE', 'IO'],
    ['EROFS', 'READ_ONLY'],
    ['EACCES', 'READ_ONLY'],
    ['EPERM', 'READ_ONLY'],
    ['SQLITE_BUSY', 'BUSY'],
    ['SQLITE_BUSY_SNAPSHOT', 'BUSY'],
    ['SQLITE_READONLY_DBMOVED', 'READ_ONLY'],
    ['SQLITE_FULL', 'IO'],
    ['SQLITE_CORRUPT_VTAB', 'INTEGRITY'],
    ['ERR_DLOPEN_FAILED', 'UNSUPPORTED'],
    ['ERR_SOMETHING', 'BUG'],
  ])('%s is %s', (errno, code) => {
    expect(toMemoError(systemError(errno)).code).toBe(code)
  })

  test('names the path that the system refused', () => {
    expect(toMemoError(systemError('EACCES', '/vault/events')).message).toBe('no permission: /vault/events')
  })

  test('says that the working directory is gone, which has no path to name', () => {
    const error = Object.assign(systemError('ENOENT'), { syscall: 'uv_cwd' })
    expect(toMemoError(error)).toMatchObject({ code: 'IO', message: expect.stringMatching(/working directory/) })
  })

  test('leaves a MemoError as it is, and takes anything else for a bug', () => {
    const error = new MemoError('REFUSED', 'No.')
    expect(toMemoError(error)).toBe(error)
    expect(toMemoError('a string').code).toBe('BUG')
    expect(toMemoError(undefined).code).toBe('BUG')
  })
})
