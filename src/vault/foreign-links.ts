/**
 * Links in place of what memo itself writes. The folder of a vault may be a link, its records' folders are judged one by
 * one (`projections/files/leads-out.ts`); the log, the index and what `.sync` holds are no links in any vault that memo
 * made, and through one that came with a vault memo would write into whatever file it names.
 */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { findErrno, MemoError } from '../lib/errors.ts'
import { leadsOut } from '../projections/files/leads-out.ts'
import type { VaultPaths } from './layout.ts'

/** Throws REFUSED, naming the first of them. */
export function assertOwnParts(paths: VaultPaths): void {
  const { root, local, events, projects, index } = paths
  const parts = [local, events, projects, index].map((path) => relative(root, path))
  const found = [...parts, ...listLocal(paths)].find((part) => isForeign(root, part))
  if (found === undefined) return
  throw new MemoError('REFUSED', `${join(root, found)} is a link that leads out of the vault`, {
    hint: 'see where it leads before you remove it: memo makes none, so somebody else did',
  })
}

/** What there is of this machine; where it may not be listed, all that memo would look for. */
function listLocal(paths: VaultPaths): string[] {
  const { root, local } = paths
  const toPart = (path: string): string => relative(root, path)
  try {
    const entries = readdirSync(local, { withFileTypes: true })
    return entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => toPart(join(local, name)))
  } catch (error) {
    const code = findErrno(error)
    if (code === 'ENOENT') return []
    if (code !== 'EACCES') throw error
    const known = Object.values(paths) as string[]
    return known.filter((path) => path.startsWith(local + sep)).map(toPart)
  }
}

/** What may not be entered is followed by nobody. */
function isForeign(root: string, part: string): boolean {
  try {
    return leadsOut(root, part)
  } catch (error) {
    if (findErrno(error) === 'EACCES') return false
    throw error
  }
}
