/** The stat of a file reduced to what tells one state of it from another. */
import { type Stats, statSync } from 'node:fs'
import type { FileSignature } from '../index/file-rows.ts'

export function toSignature({ size, mtimeMs, ino }: Stats): FileSignature {
  return { size, mtime: mtimeMs, inode: ino }
}

export function findSignature(path: string): FileSignature | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? toSignature(stat) : undefined
}

export function isSame(a: FileSignature, b: FileSignature): boolean {
  return a.size === b.size && a.mtime === b.mtime && a.inode === b.inode
}
