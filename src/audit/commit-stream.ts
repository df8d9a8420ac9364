/**
 * A commit made by one `git fast-import`: it takes files as they are given and touches neither the index nor the working
 * tree nor a branch, so that nothing a person has staged can get in and no hook runs. Decision 0018 says why.
 */
import { join } from 'node:path'
import { removeFile } from '../lib/remove-file.ts'
import { type GitProcess, startGit } from './git-process.ts'
import type { Identity } from './identity.ts'
import type { IndexEntry } from './index-file.ts'
import { emptyTrees, noObject, type RepositoryState } from './repository-state.ts'

/** Blob mode: a file, one that can be run, a symbolic link. */
export type FileMode = '100644' | '100755' | '120000'

/** One path of the commit: what `blob` gave for its content, or gone. */
export type Change = { path: string; mode: FileMode; mark: number } | { path: string; mark: undefined }

export interface StreamedCommit {
  message: string
  identity: Identity
  changes: readonly Change[]
}

/** The ids of the commit and of its tree, and what the changes are in an index. */
export interface MadeCommit {
  commit: string
  tree: string
  entries: IndexEntry[]
}

export interface CommitStream {
  /** Sends the content of a file; resolves when the next may come. */
  blob(bytes: Buffer): Promise<number>
  /** Makes the commit on top of the head that the state names. */
  commit(commit: StreamedCommit): Promise<MadeCommit>
  /** Ends git; what it has written so far belongs to nothing, and git collects it some day. */
  abandon(): void
}

/** Long enough for a hundred thousand files on a slow disk. */
const streamTimeoutMs = 120_000

/** Git must name a branch while it works; it is dropped before the stream ends, so none is ever made. */
const workingBranch = 'refs/memo/commit'

/** Objects of a stream from which on git keeps the pack that it has made of them; that is git's own default. */
const keptFrom = 100

/**
 * For a pack that is kept: the least compression, and no file compared with the one sent before it, which it is seldom like. For texts of
 * some length that takes half the time, and a tenth more room.
 */
const lightPack = ['pack.compression=1', 'pack.depth=0']

/**
 * @param paths what is expected to come. Git makes a pack of it, writes the objects of a small one singly and throws the
 *   pack away, so it is not compressed.
 */
export function openCommitStream(state: RepositoryState, paths?: readonly string[]): CommitStream {
  const isPassing = paths !== undefined && countObjects(paths) < keptFrom
  const config = isPassing ? ['pack.compression=0', `fastimport.unpackLimit=${keptFrom}`] : lightPack
  const git = startGit(state.root, ['fast-import', '--done', '--quiet'], { config, timeoutMs: streamTimeoutMs })
  let marks = 0
  return {
    blob: async (bytes) => {
      await git.write(`blob\nmark :${++marks}\ndata ${bytes.length}\n`)
      await git.write(bytes)
      await git.write('\n')
      return marks
    },
    commit: (commit) => finish(git, state, commit, ++marks),
    abandon: () => {
      git.kill()
      removeCrashReport(state, git)
    },
  }
}

/** At most: the files, the folders above them, and a few that always come. */
function countObjects(paths: readonly string[]): number {
  const folders = new Set(paths.flatMap((path) => path.split('/').map((_, at, names) => names.slice(0, at).join('/'))))
  return paths.length + folders.size + 10
}

async function finish(
  git: GitProcess,
  state: RepositoryState,
  commit: StreamedCommit,
  mark: number,
): Promise<MadeCommit> {
  const { changes } = commit
  await git.write(commitHeader(state, commit, mark))
  await git.write(changes.map((change) => toCommand(change, state)).join(''))
  await git.write(`\nget-mark :${mark}\nls :${mark} ""\n${changes.map(askId).join('')}`)
  await git.write(`reset ${workingBranch}\nfrom ${noObject(state)}\n\ndone\n`)
  try {
    const [id = '', entry = '', ...ids] = (await git.end()).toString().split('\n')
    return { commit: id, tree: toTree(entry, state), entries: toEntries(changes, ids, state) }
  } catch (error) {
    removeCrashReport(state, git)
    throw error
  }
}

function commitHeader({ head }: RepositoryState, { message, identity }: StreamedCommit, mark: number): string {
  const parent = head === undefined ? '' : `from ${head}\n`
  return [
    `commit ${workingBranch}\nmark :${mark}\n`,
    `author ${identity.author}\ncommitter ${identity.committer}\n`,
    `data ${Buffer.byteLength(message)}\n${message}\n${parent}`,
  ].join('')
}

function toCommand(change: Change, state: RepositoryState): string {
  const path = quote(change.path)
  if (change.mark === undefined) return `D ${path}\n`
  return `M ${toMode(change.mode, state)} :${change.mark} ${path}\n`
}

function toMode(mode: FileMode, { hasFileMode }: RepositoryState): FileMode {
  return mode === '100755' && !hasFileMode ? '100644' : mode
}

function askId({ mark }: Change): string {
  return mark === undefined ? '' : `get-mark :${mark}\n`
}

/** `ids` are those of the changes that have a content, in their order. */
function toEntries(changes: readonly Change[], ids: readonly string[], state: RepositoryState): IndexEntry[] {
  const rest = ids.values()
  return changes.map((change) => {
    if (change.mark === undefined) return { path: change.path, blob: undefined }
    return { path: change.path, blob: { mode: toMode(change.mode, state), id: rest.next().value ?? '' } }
  })
}

/** Any name fits in double quotes once these three are escaped. */
function quote(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

/** `040000 tree <id>\t`; a commit without any file is answered by `missing`. */
function toTree(entry: string, { objectFormat }: RepositoryState): string {
  return /^040000 tree ([0-9a-f]+)/.exec(entry)?.[1] ?? emptyTrees[objectFormat]
}

/** What git leaves in the repository when its stream breaks off is of no use to the owner of the vault. */
function removeCrashReport({ gitDir, commonDir }: RepositoryState, { pid }: GitProcess): void {
  for (const folder of [gitDir, commonDir]) removeFile(join(folder, `fast_import_crash_${pid}`))
}
