/** One step of a sync: their commit taken in, and a commit that holds both sides. */

import { findCommit } from '../../audit/branch.ts'
import { GitFailure } from '../../audit/git-process.ts'
import { bringIndexAlong, listStaged } from '../../audit/index-file.ts'
import { stageWorkingTree, treeOf, writeTree } from '../../audit/merge-commit.ts'
import { moveBranch } from '../../audit/move-branch.ts'
import { trackedPaths } from '../../audit/repository.ts'
import type { RepositoryState } from '../../audit/repository-state.ts'
import { findEntries, type TreeChange } from '../../audit/tree.ts'
import { MemoError } from '../../lib/errors.ts'
import { listDue } from '../../projections/index/due-rows.ts'
import { listFileProblems } from '../../projections/index/file-rows.ts'
import { indexCursor } from '../append.ts'
import { loadForBringUp } from '../bring-up.ts'
import { bringAlong, noteBehind } from '../committing/bring-along.ts'
import { type Progress, saveProgress, signSettings } from '../committing/progress.ts'
import { type OnBranch, takeOver } from '../committing/repository.ts'
import { write } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { isInside } from '../vault-path.ts'
import { holdFile } from './hold-file.ts'
import { makeCommit } from './make-commit.ts'
import { type News, readNews } from './news.ts'
import { isAsIn } from './own-file.ts'
import { type Taken, takeIn } from './take-in.ts'
import { loadSettingsCheck } from './take-settings.ts'

export interface Merged {
  news: News
  /** Undefined where they had nothing new. */
  taken: Taken | undefined
}

/** What became of the vault under its lock, and up to where it is staged. */
interface Staged extends Progress {
  taken: Taken
  /** Files beside those of the vault that the commit has as theirs. */
  beside: TreeChange[]
  /** Of the paths that were due. */
  mark: number
}

/** Takes the commit in. Undefined when somebody else moved the branch meanwhile; all of it may then be done again. */
export async function mergeTheirs(vault: Vault, theirs: string): Promise<Merged | undefined> {
  await loadForBringUp(vault)
  const check = await loadSettingsCheck()
  const { commitLock, root } = vault.paths
  return holdFile(commitLock, vault.config.lock.waitMs, 'another process is committing', async () => {
    const repository = await openOnBranch(vault)
    const news = await readNews(root, { head: repository.head, theirs })
    if (news.base === theirs) return { news, taken: undefined }
    const staged = await write(vault, { label: 'sync', fullScan: true }, () => {
      const taken = takeIn(vault, news, check)
      const beside = stage(vault, { repository, news, replaced: taken.replaced })
      const mark = listDue(vault.projections.db).mark
      return { taken, beside, mark, cursor: indexCursor(vault), settings: signSettings(root) }
    })
    return (await conclude(vault, repository, news, staged)) ? { news, taken: staged.taken } : undefined
  })
}

/** A merge that a person left unfinished is no obstacle here. */
async function openOnBranch(vault: Vault): Promise<OnBranch> {
  const repository = await takeOver(vault)
  if (repository.branch === undefined) throw new MemoError('REFUSED', 'HEAD of the vault is on no branch')
  return { ...repository, branch: repository.branch }
}

interface Staging {
  repository: RepositoryState
  news: News
  replaced: readonly string[]
}

/**
 * Everything as it is now, but for files that nobody can follow and those that lie beside the vault's: of those the commit
 * has what the other side made of the version that was committed here, whatever a person is at on disk.
 */
function stage({ paths, projections }: Vault, { repository, news, replaced }: Staging): TreeChange[] {
  const { root } = paths
  const except = listFileProblems(projections.db).map(({ path }) => path)
  const unread = new Set(except)
  const met = news.changes.filter(({ path }) => unread.has(path) || isBeside(path))
  const isUnchanged = compareCommitted(root, news.head, [...met, ...news.uncommitted])
  const isTaken = (change: TreeChange): boolean => {
    if (unread.has(change.path)) return isUnchanged(change)
    return isAsIn(root, change.path, change.after) || (isBeside(change.path) && isUnchanged(change))
  }
  const taken = [...news.changes.filter(isTaken), ...news.uncommitted.filter(isUnchanged), ...news.left]
  stageWorkingTree({
    repository,
    indexFile: paths.syncIndex,
    taken: [
      ...taken.map(({ path, after }) => ({ path, file: after })),
      ...replaced.map((path) => ({ path, file: undefined })),
    ],
    except,
    isFollowed: isInside,
  })
  return taken.filter(({ path }) => isBeside(path))
}

/** As a README does; what belongs to the vault is staged from disk. */
function isBeside(path: string): boolean {
  return !trackedPaths.includes(path.split('/')[0] ?? '')
}

/** Whether our commit has at the path what the common one has, and no file where theirs needs a folder. */
function compareCommitted(
  root: string,
  head: string | undefined,
  changes: readonly TreeChange[],
): (change: TreeChange) => boolean {
  const paths = changes.flatMap(({ path }) => [path, ...foldersOf(path)])
  const committed = head === undefined ? undefined : findEntries(root, head, [...new Set(paths)])
  const isFile = (path: string): boolean => (committed?.get(path)?.mode ?? folderMode) !== folderMode
  return ({ path, before }) => committed?.get(path)?.oid === before?.oid && !foldersOf(path).some(isFile)
}

const folderMode = '040000'

function foldersOf(path: string): string[] {
  const names = path.split('/').slice(0, -1)
  return names.map((_, index) => names.slice(0, index + 1).join('/'))
}

/** Makes the commit, unless theirs says all of it, and moves the branch. False when that was moved by somebody else. */
async function conclude(vault: Vault, repository: OnBranch, news: News, staged: Staged): Promise<boolean> {
  const { root, commitNote, syncIndex } = vault.paths
  const { head, base, theirs } = news
  const tree = await writeTree(root, syncIndex)
  const isForward = head === undefined || base === head
  const isTheirs = isForward && tree === (await treeOf(root, theirs))
  const parents = isForward ? [theirs] : [head, theirs]
  const made = isTheirs ? theirs : await makeCommit(vault, repository, { tree, parents, cursor: staged.cursor, theirs })
  noteBehind(vault, repository)
  try {
    await moveBranch(repository, { commit: made, subject: 'memo sync', note: commitNote })
  } catch (error) {
    if (error instanceof GitFailure && (await findCommit(root, 'HEAD')) !== head) return false
    throw error
  }
  saveProgress(vault, staged, staged.mark)
  await bringAlong(vault, repository, made)
  await bringOthersAlong(repository, news, staged.beside)
  return true
}

/** Files that lie beside those of the vault; what a person has staged of them stays staged. */
async function bringOthersAlong(
  repository: RepositoryState,
  { head }: News,
  beside: readonly TreeChange[],
): Promise<void> {
  const staged = await listStaged(
    repository.root,
    head,
    beside.map(({ path }) => path),
  )
  const taken = beside.filter(({ path }) => !staged.has(path))
  if (taken.length === 0) return
  const entries = taken.map(({ path, after }) => ({ path, blob: after && { mode: after.mode, id: after.oid } }))
  await bringIndexAlong(repository, entries)
}
