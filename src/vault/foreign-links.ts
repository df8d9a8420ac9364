/**
 * Links in place of what memo itself writes. The folder of a vault may be a link, its records' folders are judged one by
 * one (`projections/files/leads-out.ts`); the log, the index and what `.sync` holds are no links in any vault that memo
 * made, and through one that came with a vault memo would write into whatever file it names.
 */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findErrno, MemoError } from '../lib/errors.ts'
import { leadsOut } from '../projections/files/leads-out.ts'
import type { VaultPaths } from './layout.ts'

/** Throws REFUSED, naming the first of them. */
export function assertOwnParts({ root, local, events, projects, index }: VaultPaths): void {
  const parts = [local, events, projects, index].map((path) => relative(root, path))
  const found = parts.find((part) => leadsOut(root, part)) ?? findLinkIn(root, relative(root, local))
  if (found === undefined) return
  throw new MemoError('REFUSED', `${join(root, found)} is a link that leads out of the vault`, {
    hint: 'see where it leads before you remove it: memo makes none, so somebody else did',
  })
}

function findLinkIn(root: string, folder: string): string | undefined {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true })
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => `${folder}/${name}`)
    return links.find((path) => leadsOut(root, path))
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}
