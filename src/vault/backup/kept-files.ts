/**
 * Which files of a vault's folder a backup holds: everything that cannot be derived again. The same rule is asked when
 * a backup is read, because a made-up one may name any path.
 */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findErrno } from '../../lib/errors.ts'
import { toSignature } from '../../projections/files/signature.ts'
import type { FileSignature } from '../../projections/index/file-rows.ts'

/** What `.sync` holds belongs to one machine, but for what was set aside there: that may be somebody's text. */
const keptLocal = '.sync/quarantine'

/**
 * Whether a path, relative to the vault and with `/`, is in backups: below the vault whatever system reads it, neither
 * git's own (its bundle holds those) nor the index nor of this machine only.
 */
export function isKept(path: string): boolean {
  const parts = path.split('/')
  if (path.includes('\\') || path.includes('\0') || /^[a-z]:/i.test(path)) return false
  if (parts.some((part) => part === '' || part === '.' || part === '..' || isGitFolder(part))) return false
  if (parts[0]?.toLowerCase() === '.sync') return path === keptLocal || path.startsWith(`${keptLocal}/`)
  return !path.toLowerCase().startsWith('memo.sqlite') && !path.endsWith('.tmp')
}

/** As some file systems read names: they pass over invisible characters, letter case, dots and blanks at the end. */
function isGitFolder(name: string): boolean {
  const plain = name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
  return /^(\.git|git~\d+)[. ]*$/.test(plain.replace(/:.*$/, ''))
}

export interface KeptFile extends FileSignature {
  path: string
}

export interface KeptFiles {
  files: KeptFile[]
  /** Links, sockets and what else is no file: not followed, not kept. */
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
    if (stat === undefined) continue
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
