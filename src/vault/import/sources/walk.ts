/** The files of a folder, one after another in the order of their names, without following a link out of it. */
import { type Dirent, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { findErrno, MemoError } from '../../../lib/errors.ts'
import { toRealPath } from '../../../lib/real-path.ts'

export interface WalkedFile {
  /** `<name of the folder>/<path in it>`, `/` between the parts. */
  origin: string
  /** Path in the folder. */
  path: string
  /** Where it is. */
  file: string
  /** Why it cannot be read; undefined for a file that may be. */
  problem?: string
}

/** Throws NOT_FOUND unless there is a folder. */
export function openFolder(cwd: string, path: string): string {
  const folder = resolve(cwd, path)
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat?.isDirectory()) return folder
  throw new MemoError('NOT_FOUND', stat === undefined ? `there is nothing at ${path}` : `${path} is not a folder`)
}

/** @param isLeftOut tells the folders that are not entered, by their path in the root */
export function* walkFiles(root: string, isLeftOut: (path: string) => boolean): Generator<WalkedFile> {
  yield* walk({ root, name: basename(root), isLeftOut }, '')
}

/** Which file has which origin, in one reading of all that was named. */
export type Origins = Map<string, string>

/**
 * The files, each once by whatever links it is reached, and as a problem each that would have the origin of another one: its
 * record would take the other's place. It happens where two folders of one name are named together.
 */
export function* keepApart(files: Iterable<WalkedFile>, origins: Origins): Generator<WalkedFile> {
  for (const walked of files) {
    const { origin, file } = walked
    const other = origins.get(origin)
    origins.set(origin, other ?? file)
    if (other === undefined) yield walked
    else if (toRealPath(other) !== toRealPath(file)) {
      const problem = `it would take the place of ${other}, since both are known as ${origin}; rename its folder, or import it into another project (--project)`
      yield { ...walked, origin: file, problem }
    }
  }
}

interface Walk {
  root: string
  name: string
  isLeftOut: (path: string) => boolean
}

/** Files before folders, so that of two with one name the upper one comes first. */
function* walk(from: Walk, folder: string): Generator<WalkedFile> {
  const entries = list(join(from.root, folder))
  if (!Array.isArray(entries)) {
    yield { ...toFile(from, folder), problem: entries.problem }
    return
  }
  const toPath = ({ name }: Dirent): string => (folder === '' ? name : `${folder}/${name}`)
  for (const entry of entries.filter((each) => !each.isDirectory())) {
    const file = toFile(from, toPath(entry))
    const problem = entry.isFile() ? undefined : whatIs(entry)
    yield problem === undefined ? file : { ...file, problem }
  }
  for (const entry of entries.filter((each) => each.isDirectory())) {
    const path = toPath(entry)
    if (!from.isLeftOut(path)) yield* walk(from, path)
  }
}

function list(folder: string): Dirent[] | { problem: string } {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    return { problem: `the folder cannot be read (${findErrno(error) ?? 'unknown'})` }
  }
}

function toFile({ root, name }: Walk, path: string): WalkedFile {
  return { origin: path === '' ? name : `${name}/${path}`, path, file: join(root, path) }
}

function whatIs(entry: Dirent): string {
  return entry.isSymbolicLink() ? 'it is a symbolic link, which is not followed' : 'it is no ordinary file'
}
