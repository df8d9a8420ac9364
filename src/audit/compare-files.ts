/**
 * Whether files of a repository are what they were in a commit. Reads git's trees and the files themselves: neither the
 * index nor a filter, a hook or a monitor of the repository is used, since that may be anybody's.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openGit } from './git.ts'
import { blobId } from './tree.ts'

export interface ComparedFile {
  /** A commit by its hash, whole or shortened. */
  commit: string
  /** Relative to the root, with `/`. */
  path: string
}

/** One process each; a set of records that were compared with more commits than this has not been kept up. */
const mostCommits = 4
/** Bytes; what is larger is no source that a record is about. */
const largestFile = 4 * 1024 * 1024
const timeoutMs = 2000

/** `commit:path` of those that differ, or that the commit did not have. Where git cannot tell, nothing has changed. */
export async function findChangedFiles(root: string, files: readonly ComparedFile[]): Promise<Set<string>> {
  const byCommit = Map.groupBy(files.filter(isComparable), ({ commit }) => commit)
  const changed = new Set<string>()
  for (const [commit, named] of [...byCommit].slice(0, mostCommits)) {
    const paths = [...new Set(named.map(({ path }) => path))].filter((path) => isSmallFile(join(root, path)))
    const blobs = await findBlobs(root, commit, paths)
    if (blobs === undefined) continue
    for (const path of paths) if (!isSame(join(root, path), blobs.get(path))) changed.add(`${commit}:${path}`)
  }
  return changed
}

/** A hash can be taken for no option and no other name of a commit. */
function isComparable({ commit }: ComparedFile): boolean {
  return /^[0-9a-f]{7,64}$/.test(commit)
}

function isSmallFile(path: string): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true && stat.size <= largestFile
  } catch {
    return false
  }
}

/** Hash of each file's content in the commit; undefined when git does not answer. */
async function findBlobs(root: string, commit: string, paths: string[]): Promise<Map<string, string> | undefined> {
  if (paths.length === 0) return new Map()
  try {
    const git = await openGit(root, { timeoutMs })
    const lines = (await git.raw(['ls-tree', '-z', commit, '--', ...paths])).split('\0')
    return new Map(lines.flatMap(toBlob))
  } catch {
    return undefined
  }
}

/** `100644 blob HASH<tab>path` */
function toBlob(line: string): [string, string][] {
  const [, hash, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
  return hash === undefined || path === undefined ? [] : [[path, hash]]
}

/** A checkout may have other line ends than the commit. */
function isSame(path: string, blob: string | undefined): boolean {
  if (blob === undefined) return false
  try {
    const bytes = readFileSync(path)
    const plain = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    return [bytes, plain].some((content) => blobId(content, blob) === blob)
  } catch {
    return true
  }
}
