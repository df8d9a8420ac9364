/** Telling that a native module does not load, which an upgrade of Node or an unfinished installation brings about. */
import { findErrno } from './errors.ts'

export function isNativeTrouble(error: unknown): boolean {
  const code = findErrno(error) ?? ''
  return (
    code === 'ERR_DLOPEN_FAILED' || code.endsWith('MODULE_NOT_FOUND') || String(error).includes('NODE_MODULE_VERSION')
  )
}
