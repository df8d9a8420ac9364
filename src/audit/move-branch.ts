/**
 * The last step of a commit: the branch moves to it. A note of it lies beside the vault meanwhile, so that what a killed
 * git leaves in the way is told apart from the lock of a git that is at work.
 */
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { removeFile } from '../lib/remove-file.ts'
import { runGit } from './git-process.ts'
import { noObject, type RepositoryState } from './repository-state.ts'

/** A branch lock is held for milliseconds; one that our own git made and that is older than this was left behind. */
const lockAgeMs = 2_000

interface Note {
  branch: string
  commit: string
  /** Milliseconds since the epoch. */
  since: number
}

/** Throws where the branch is no longer where the state says, or cannot be locked. `note` is a path in the vault. */
export async function moveBranch(
  state: RepositoryState & { branch: string },
  { commit, subject, note }: { commit: string; subject: string; note: string },
): Promise<void> {
  const { root, branch, head } = state
  const before = head ?? noObject(state)
  writeFileSync(note, JSON.stringify({ branch, commit, since: Date.now() } satisfies Note), { mode: 0o600 })
  try {
    await runGit(root, ['update-ref', '-m', `commit: ${subject}`, branch, commit, before])
  } finally {
    removeFile(note)
  }
}

/**
 * Takes away the locks that a git of ours left when it was killed in the middle of `moveBranch`. The caller is the only
 * one who commits from this vault, so whoever wrote the note is dead.
 */
export async function clearBranchLocks({ gitDir, commonDir }: RepositoryState, note: string): Promise<void> {
  const noted = readNote(note)
  if (noted === undefined) return
  const locks = [join(gitDir, 'HEAD.lock'), join(commonDir, `${noted.branch}.lock`)]
  if (locks.some((path) => isOurs(path, noted))) await sleep(Math.max(0, noted.since + lockAgeMs - Date.now()))
  for (const path of locks) if (isOurs(path, noted)) removeFile(path)
  removeFile(note)
}

/** Made within the seconds after the note, and holding nothing or the very commit: git writes no other lock of a branch. */
function isOurs(path: string, { commit, since }: Note): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined || stat.mtimeMs < since - 1000 || stat.mtimeMs > since + lockAgeMs) return false
  const text = readFileSync(path, 'utf8').trim()
  return text === '' || text === commit
}

function readNote(path: string): Note | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isNote(note) ? note : undefined
  } catch {
    // There is none, or it was cut off before git was started.
    return undefined
  }
}

function isNote(value: unknown): value is Note {
  const { branch, commit, since } = (value ?? {}) as Partial<Note>
  return typeof branch === 'string' && typeof commit === 'string' && Number.isSafeInteger(since)
}
