/**
 * Which writer this clone of the vault is. The id lives in a file of this machine; a copy of the vault (`cp -r`, a
 * restored backup, a synced folder) carries the file along but not its inode and host, so the copy gets an id of its
 * own and two vaults never continue one chain.
 */
import { readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { replaceFile } from '../lib/durable-file.ts'
import { findErrno } from '../lib/errors.ts'
import type { Ports } from '../lib/ports.ts'
import { slugify } from '../record/ids.ts'
import type { VaultPaths } from './layout.ts'

interface WriterFile {
  writer: string
  host: string
  /** Of the folder that holds this file: a move of the vault keeps it, a copy does not. */
  inode: number
}

/** The writer id of this clone, made when there is none or when the vault was copied. */
export function resolveWriter(paths: VaultPaths, ports: Ports): { writer: string; previous: string | undefined } {
  const stored = readWriter(paths)
  const place = { host: hostname(), inode: statSync(paths.local).ino }
  if (stored !== undefined && stored.host === place.host && stored.inode === place.inode) {
    return { writer: stored.writer, previous: undefined }
  }
  return { writer: renewWriter(paths, ports), previous: stored?.writer }
}

/**
 * Gives this clone another id. For a clone whose log lost lines that other clones may have: going on from what is left
 * would be a second branch of the same chain.
 */
export function renewWriter(paths: VaultPaths, ports: Ports): string {
  const place = { host: hostname(), inode: statSync(paths.local).ino }
  const writer = `${slugify(place.host).slice(0, 20)}-${randomWord(ports)}`
  replaceFile(paths.writer, Buffer.from(`${JSON.stringify({ writer, ...place })}\n`), { durable: true })
  return writer
}

export function readWriter(paths: VaultPaths): WriterFile | undefined {
  try {
    const file = JSON.parse(readFileSync(paths.writer, 'utf8')) as Partial<WriterFile>
    const { writer, host, inode } = file
    return writer !== undefined && host !== undefined && inode !== undefined ? { writer, host, inode } : undefined
  } catch (error) {
    if (error instanceof SyntaxError || findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}

function randomWord(ports: Ports): string {
  return [...ports.random(8)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(byte & 31)).join('')
}
