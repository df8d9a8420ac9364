/**
 * Which writer this clone of the vault is. The ids live in a file of this machine, one for each place that the folder
 * has been met at: a copy of the vault (`cp -r`, a restored backup) carries the file along but not the folder's inode
 * and birth, so the copy gets an id of its own; two machines that share one folder through a tool that copies files each
 * find their own again. So no two vaults continue one chain.
 */
import { readFileSync } from 'node:fs'
import type { SegmentStore } from '../events/segments.ts'
import { replaceFile } from '../lib/durable-file.ts'
import { findErrno } from '../lib/errors.ts'
import type { Ports } from '../lib/ports.ts'
import { isId, slugify } from '../record/ids.ts'
import { type ClonePlace, findClonePlace, isSamePlace } from './clone-place.ts'
import type { VaultPaths } from './layout.ts'
import { isOwnLogReplaced } from './own-log.ts'

interface Place extends ClonePlace {
  writer: string
}

export interface ResolvedWriter {
  writer: string
  /** The writer that this clone was, and why it is another one now; undefined when it is not. */
  previous?: { writer: string; why: 'copied' | 'replaced' }
}

/** The writer id of this clone; a new one when there is none, the vault was copied, or its own log was put back. */
export function resolveWriter(paths: VaultPaths, segments: SegmentStore, ports: Ports): ResolvedWriter {
  const places = readPlaces(paths)
  const here = findClonePlace(paths)
  const known = places.find((place) => isSamePlace(place, here))
  if (known === undefined) {
    const [newest] = places
    const writer = renewWriter(paths, ports)
    return newest === undefined ? { writer } : { writer, previous: { writer: newest.writer, why: 'copied' } }
  }
  if (isOwnLogReplaced(paths, segments, known.writer)) {
    return { writer: renewWriter(paths, ports), previous: { writer: known.writer, why: 'replaced' } }
  }
  if (known.birth === undefined && here.birth !== undefined) savePlace(paths, { ...here, writer: known.writer })
  return { writer: known.writer }
}

/**
 * Gives this clone another id. For a clone whose log lost lines that other clones may have, or whose lines moved to
 * another log: going on from what is left would be a second branch of the same chain.
 */
export function renewWriter(paths: VaultPaths, ports: Ports): string {
  const here = findClonePlace(paths)
  const writer = `${slugify(here.host).slice(0, 20)}-${randomWord(ports)}`
  savePlace(paths, { writer, ...here })
  return writer
}

/** The writer that this clone is, if it has written before. */
export function readWriter(paths: VaultPaths): { writer: string } | undefined {
  const here = findClonePlace(paths)
  return readPlaces(paths).find((place) => isSamePlace(place, here))
}

/** Machines that share one folder; those that were not met for longest are forgotten, and become new writers. */
const mostPlaces = 16

function savePlace(paths: VaultPaths, place: Place): void {
  const others = readPlaces(paths).filter((other) => !isSamePlace(other, place))
  const places = [place, ...others].slice(0, mostPlaces)
  replaceFile(paths.writer, Buffer.from(`${JSON.stringify({ places })}\n`), { durable: true })
}

function readPlaces(paths: VaultPaths): Place[] {
  try {
    const file = JSON.parse(readFileSync(paths.writer, 'utf8')) as { places?: unknown } | null
    // The form of the first version: one place, without its birth.
    const places = Array.isArray(file?.places) ? file.places : [file]
    return places.filter(isPlace)
  } catch (error) {
    if (error instanceof SyntaxError || findErrno(error) === 'ENOENT') return []
    throw error
  }
}

function isPlace(value: unknown): value is Place {
  const { writer, host, inode } = (value ?? {}) as Partial<Place>
  return typeof writer === 'string' && isId(writer) && typeof host === 'string' && typeof inode === 'number'
}

function randomWord(ports: Ports): string {
  return [...ports.random(8)].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(byte & 31)).join('')
}
