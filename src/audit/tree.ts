/** What a commit's tree holds and how two trees differ, as git's objects. Paths are relative to the vault. */
import { createHash } from 'node:crypto'
import { runGitNow } from './git-now.ts'
import { runGit } from './git-process.ts'
import { splitPaths } from './path-bytes.ts'
import { emptyTrees } from './repository-state.ts'

/** An entry of a tree that is a regular file. */
export interface TreeFile {
  mode: string
  oid: string
}

export interface TreeChange {
  path: string
  /** What stood there; undefined for a new path. */
  before: TreeFile | undefined
  /** What stands there now; undefined for a path that went. */
  after: TreeFile | undefined
}

/** The paths that differ between two commits, by their ids; all of the second where there is no first. */
export async function diffTrees(root: string, before: string | undefined, after: string): Promise<TreeChange[]> {
  const from = before ?? emptyTrees[after.length === 64 ? 'sha256' : 'sha1']
  const pieces = splitPaths(await runGit(root, ['diff-tree', '-r', '-z', '--no-renames', from, after], patient))
  const changes: TreeChange[] = []
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    const [oldMode = '', newMode = '', oldOid = '', newOid = ''] = (pieces[at] ?? '').slice(1).split(' ')
    changes.push({ path: pieces[at + 1] ?? '', before: toFile(oldMode, oldOid), after: toFile(newMode, newOid) })
  }
  return changes
}

function toFile(mode: string, oid: string): TreeFile | undefined {
  return mode === '000000' ? undefined : { mode, oid }
}

export function isRegular({ mode }: TreeFile): boolean {
  return mode === '100644' || mode === '100755'
}

export interface SizedFile extends TreeFile {
  path: string
  /** Bytes. */
  size: number
}

/** The files below a folder of a commit, with their sizes; none where there is no commit or no folder. */
export async function listTree(root: string, commit: string | undefined, folder: string): Promise<SizedFile[]> {
  if (commit === undefined) return []
  const found = await runGit(root, ['ls-tree', '-r', '-l', '-z', commit, '--', `${folder}/`], patient)
  return splitNul(found).flatMap((line) => {
    const [, mode = '', type = '', oid = '', size = '', path = ''] =
      /^(\d+) (\w+) (\w+) +(\S+)\t(.*)$/s.exec(line) ?? []
    return type === 'blob' ? [{ mode, oid, size: Number(size), path }] : []
  })
}

/** What a commit has at these very paths; a folder has the mode `040000`. */
export function findEntries(root: string, commit: string, paths: readonly string[]): Map<string, TreeFile> {
  const list = (some: readonly string[]): string[] =>
    splitNul(runGitNow(root, ['ls-tree', '-z', commit, '--', ...some]))
  const lines = lotsOf(paths, pathsPerCall).flatMap(list)
  return new Map(
    lines.map((line) => {
      const [, mode = '', oid = '', path = ''] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? []
      return [path, { mode, oid }]
    }),
  )
}

/** Paths that fit behind one command: Linux takes 2 MiB of arguments, and a path may have 4 KiB. */
export const pathsPerCall = 250

export function lotsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, lot) => items.slice(lot * size, (lot + 1) * size))
}

/** Large trees on a slow disk. */
const patient = { timeoutMs: 120_000 }

/** The pieces of a `-z` output. */
export function splitNul(bytes: Buffer): string[] {
  return bytes.toString().split('\0').slice(0, -1)
}

/** Objects asked for at once: enough that a process for each lot does not matter. */
const blobsPerCall = 2000

/** The bytes of blobs by their ids. Throws when one is missing, as in a partial clone that is offline. */
export async function readBlobs(root: string, oids: Iterable<string>): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  for (const lot of lotsOf([...new Set(oids)], blobsPerCall)) {
    const input = lot.map((oid) => `${oid}\n`)
    const output = await runGit(root, ['cat-file', '--batch'], { ...patient, input: input.join('') })
    for (const [oid, bytes] of splitBatch(output)) blobs.set(oid, bytes)
  }
  return blobs
}

/** `<oid> <type> <size>` and a newline, the bytes, another newline. */
function* splitBatch(output: Buffer): Generator<[string, Buffer]> {
  for (let at = 0; at < output.length; ) {
    const newline = output.indexOf(0x0a, at)
    const [oid = '', type = '', size = ''] = output.toString('utf8', at, newline).split(' ')
    if (type === 'missing' || size === '') throw new Error(`git has no object ${oid}`)
    const end = newline + 1 + Number(size)
    yield [oid, output.subarray(newline + 1, end)]
    at = end + 1
  }
}

/** The bytes of one, at once: for what must happen under the vault's lock. */
export function readBlobNow(root: string, oid: string): Buffer {
  return runGitNow(root, ['cat-file', 'blob', oid])
}

/** The id that git gives these bytes, in a repository whose ids are as long as `like`. */
export function blobId(bytes: Uint8Array, like: string): string {
  const hash = createHash(like.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
