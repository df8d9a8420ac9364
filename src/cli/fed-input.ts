/**
 * Whether something stands on standard input that nobody has asked for by name. A caller may leave an open pipe behind that
 * nobody ever writes to.
 */
import { fstatSync } from 'node:fs'
import { findErrno } from '../lib/errors.ts'

/**
 * False for a terminal, a pipe that ends empty, and one on which nothing has come so long; that is read no more.
 * @param firstByteMs how long (ms) a pipe is waited for
 */
export async function isFed(firstByteMs: number): Promise<boolean> {
  const kind = findInputKind()
  if (kind !== 'pipe') return kind === 'file'
  const { stdin } = process
  const fed = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), firstByteMs)
    const settle = (isReadable: boolean) => () => {
      clearTimeout(timer)
      resolve(isReadable)
    }
    stdin.once('readable', settle(true)).once('end', settle(false)).once('error', settle(false))
  })
  if (!fed) stdin.destroy()
  return fed
}

function findInputKind(): 'file' | 'pipe' | 'none' {
  try {
    const stat = fstatSync(0)
    if (stat.isFIFO() || stat.isSocket()) return 'pipe'
    return stat.isDirectory() || process.stdin.isTTY ? 'none' : 'file'
  } catch (error) {
    if (findErrno(error) === 'EBADF') return 'none'
    throw error
  }
}
