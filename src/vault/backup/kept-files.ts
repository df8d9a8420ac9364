/**
 * Which files of a vault's folder a backup holds: everything that cannot be derived again. The same rule is asked when
 * a backup is read, because a made-up one may name any path.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findErrno } from '../../lib/errors.ts'
import { toSignature } from '../../projections/files/signature.ts'
import type { FileSignature } from '../../projections/index/file-rows.ts'
import { isInside, isLocal, isOfMachine } from '../vault-path.ts'

/** What `.sync` holds belongs to one machine, but for what was set aside there: that may be somebody's text. */
const keptLocal = '.sync/quarantine'

/** Whether a path, relative to the vault, is in backups: neither git's own (its bundle holds those) nor of this machine only. */
export function isKept(path: string): boolean {
  if (!isInside(path)) return false
  return isLocal(path) ? path === keptLocal || path.startsWith(`${keptLocal}/`) : !isOfMachine(path)
}

export interface KeptFile extends FileSignature {
  path: string
}

export interface KeptFiles {
  files: KeptFile[]
  /** Links, sockets and what else is no file: not followed, not kept. Nor is what has a name that is not UTF-8. */
  skipped: string[]
}

/** Everything to keep, in path order. */
export function listKept(root: string): KeptFiles {
  const found: KeptFiles = { files: [], skipped: [] }
  walk(root, '', found)
  return found
}

function walk(root: string, folder: string, found: KeptFiles): void {
  const names = readdirSync(join(root, folder)).sort()
  for (const name of names) {
    const path = folder === '' ? name : `${folder}/${name}`
    if (path !== '.sync' && !isKept(path)) {
      if (name.includes('\\')) found.skipped.push(path)
      continue
    }
    const stat = ifThere(() => lstatSync(join(root, path)))
    if (stat === undefined) {
      // By the name that Node makes of other bytes nothing is there.
      if (name.includes('\ufffd')) found.skipped.push(path)
      continue
    }
    if (stat.isDirectory()) walk(root, path, found)
    else if (stat.isFile()) found.files.push({ path, ...toSignature(stat) })
    else found.skipped.push(path)
  }
}

function ifThere<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}
