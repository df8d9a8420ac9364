/** What the other side has that this one has not, read from git before the vault is locked. Changes nothing. */
import { findMergeBase, listForeign, type ToldCommit } from '../../audit/branch.ts'
import { diffTrees, isRegular, listTree, readBlobs, type SizedFile, type TreeChange } from '../../audit/tree.ts'
import { MemoError } from '../../lib/errors.ts'
import { parseRecordPath } from '../../record/locations.ts'
import { isInside, isOfMachine } from '../vault-path.ts'
import { assertTheirVault } from './assert-their-vault.ts'

/** A path of theirs that was not taken, and why. */
export interface Skipped {
  path: string
  reason: string
}

export interface News {
  /** The commit that this side stands on; undefined before the first. */
  head: string | undefined
  theirs: string
  /** The newest commit that both have. */
  base: string | undefined
  /** Paths that they changed since and that may be taken. */
  changes: TreeChange[]
  /**
   * Files of one machine, and links, that they took out of the commit, as every clone does that meets one there. They stay on
   * disk, and leave the commit here too: who kept them would be asked to take them out by each sync.
   */
  uncommitted: TreeChange[]
  /**
   * What they changed at paths that no clone takes, and that was not changed here: it stays in the commit as they have it,
   * and is not on disk. A clone that took such a file out of the commit would meet one that has it on disk and puts it back.
   */
  left: TreeChange[]
  skipped: Skipped[]
  /** Segments of the log as they were at the base, and as they have them. */
  baseLog: SizedFile[]
  theirLog: SizedFile[]
  /** Their commits that memo did not make, oldest first. */
  foreign: (ToldCommit & { paths: string[] })[]
  /** Bytes of an object of the changes. */
  read(oid: string): Buffer
}

export interface Sides {
  head: string | undefined
  theirs: string
}

/**
 * Reads the news; `news.base === news.theirs` says that there are none, and then nothing else was read. Throws REFUSED
 * where the other side is the repository of something else.
 */
export async function readNews(root: string, { head, theirs }: Sides): Promise<News> {
  const base = head === undefined ? undefined : await findMergeBase(root, head, theirs)
  const nothing = {
    head,
    theirs,
    base,
    changes: [],
    uncommitted: [],
    left: [],
    skipped: [],
    baseLog: [],
    theirLog: [],
    foreign: [],
  }
  if (base === theirs) return { ...nothing, read: missing }
  const [baseLog, theirLog] = [await listTree(root, base, 'events'), await listTree(root, theirs, 'events')]
  if (base === undefined) await assertTheirVault(root, theirs, theirLog)
  const found = await diffTrees(root, base, theirs)
  const uncommitted = found.filter(isUncommitted)
  const others = found.filter((change) => !uncommitted.includes(change))
  const judged = others.map((change) => ({ change, objection: findObjection(change) }))
  // What is gone there needs not be taken.
  const skipped = judged.flatMap(({ change, objection }) => (change.after === undefined ? [] : (objection ?? [])))
  const changes = judged.flatMap(({ change, objection }) => (objection === undefined ? change : []))
  const left = await findUnchanged(
    root,
    { head, base },
    others.filter(({ path }) => !isInside(path)),
  )
  const blobs = await readBlobs(root, changes.flatMap(wantedObjects))
  const foreign = await listForeign(root, base, theirs)
  return {
    head,
    theirs,
    base,
    changes,
    uncommitted,
    left,
    skipped,
    baseLog,
    theirLog,
    foreign,
    read: (oid) => blobs.get(oid) ?? missing(oid),
  }
}

function isUncommitted({ path, before, after }: TreeChange): boolean {
  const isLink = before !== undefined && !isRegular(before)
  return after === undefined && isInside(path) && (isOfMachine(path) || isLink)
}

/** Those of the changes at whose paths our side has what both had. */
async function findUnchanged(
  root: string,
  { head, base }: { head: string | undefined; base: string | undefined },
  changes: TreeChange[],
): Promise<TreeChange[]> {
  if (head === undefined || changes.length === 0) return changes
  const ours = new Set((await diffTrees(root, base, head)).map(({ path }) => path))
  return changes.filter(({ path }) => !ours.has(path))
}

function missing(oid: string): never {
  throw new MemoError('BUG', `the object ${oid} was not read`)
}

/** What stood there before is needed only where one has to know what was changed in it. */
function wantedObjects({ path, before, after }: TreeChange): string[] {
  const isCompared = path === 'config.json' || parseRecordPath(path) !== undefined
  return [after, isCompared ? before : undefined].flatMap((file) =>
    file !== undefined && isRegular(file) ? file.oid : [],
  )
}

function findObjection({ path, after }: TreeChange): Skipped | undefined {
  if (!path.isWellFormed()) return { path: path.toWellFormed(), reason: 'its name is not UTF-8' }
  if (path.includes('\\')) return { path, reason: 'its name has a backslash in it' }
  if (!isInside(path)) return { path, reason: 'its name leads out of the vault' }
  if (isOfMachine(path)) return { path, reason: 'such files belong to one machine' }
  if (after !== undefined && !isRegular(after)) return { path, reason: 'it is a link, not a file' }
  return undefined
}
