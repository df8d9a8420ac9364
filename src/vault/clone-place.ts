/** Where a clone of a vault is. What a file of this machine says holds only at the place that it was written for. */
import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import type { VaultPaths } from './layout.ts'

export interface ClonePlace {
  host: string
  /** Of the folder that holds what is of this machine: a move of the vault keeps it, a copy does not. */
  inode: number
  /** When that folder was made, in milliseconds since the epoch, where the file system tells; inodes are used again. */
  birth?: number
}

export function findClonePlace({ local }: Pick<VaultPaths, 'local'>): ClonePlace {
  const { ino, birthtimeMs, ctimeMs } = statSync(local)
  // Where a file system keeps no time of birth, Node gives zero or the time of the last change.
  const isKnown = birthtimeMs > 0 && birthtimeMs < ctimeMs
  return { host: hostname(), inode: ino, ...(isKnown && { birth: birthtimeMs }) }
}

/** A container has another host name at each start, and a folder made anew may get the inode of the old one. */
export function isSamePlace(a: ClonePlace, b: ClonePlace): boolean {
  if (a.inode !== b.inode) return false
  return a.birth !== undefined && b.birth !== undefined ? a.birth === b.birth : a.host === b.host
}
