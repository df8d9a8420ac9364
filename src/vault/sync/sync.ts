/**
 * Exchanging a vault with another through git: what waits is committed, theirs is fetched and taken in, the result pushed.
 * It never merges as git does, so no conflict can stop it; whatever fails leaves both sides as good as they were.
 */
import { setTimeout } from 'node:timers/promises'
import { countCommits, findCommit, readRefs, type ToldCommit } from '../../audit/branch.ts'
import { saysDiskFailed, saysDiskFull, saysReadOnly } from '../../audit/git.ts'
import { ensureMergeDriver } from '../../audit/merge-driver.ts'
import type { NetworkWork } from '../../audit/network-git.ts'
import { fetchBranch, pushCommit, type RemoteBranch, trackingRef } from '../../audit/remote.ts'
import { MemoError } from '../../lib/errors.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { assertLogWhole } from '../bring-up.ts'
import { commitPending } from '../committing/commit.ts'
import { assertWritable } from '../read-only.ts'
import { recovering, refresh } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import type { Conflict } from './conflicts.ts'
import { finishMerge } from './finish-merge.ts'
import { holdFile } from './hold-file.ts'
import { type Merged, mergeTheirs } from './merge.ts'
import type { Skipped } from './news.ts'
import { findPlace, readSyncBranch, type SyncBranch } from './place.ts'
import { previewSync } from './preview.ts'
import { emptyReport, joinReports, toReport } from './report.ts'
import type { Fork } from './take-logs.ts'
import { renewCommitted } from './unfollowed.ts'

/** How far git has come is told in objects. */
export interface SyncInput extends NetworkWork {
  /** Name of a remote, or the address of one that becomes `origin`; undefined for the one that the branch follows. */
  remote: string | undefined
  /** Tell what would be exchanged, and change nothing but what git knows of the remote. */
  dryRun: boolean
}

export interface SyncReport {
  /** Commits of theirs that came. */
  fetched: number
  /** `taken` were written by others, `adopted` stand for edits by people without memo. */
  events: { taken: number; adopted: number }
  /** How many records are not as they were. */
  records: number
  /** Fields that both sides had changed; the later edit stands, both are in the log. */
  conflicts: Conflict[]
  /** Commits that memo did not make. */
  foreign: ToldCommit[]
  /** Settings that changed, by their names. */
  settings: string[]
  /** Files of theirs that were not taken. */
  skipped: Skipped[]
  /** Writers that had been two clones. */
  forks: Fork[]
}

export interface SyncResult extends SyncReport {
  /** `nothing`: both sides had the same. */
  state: 'synced' | 'nothing' | 'dry-run'
  remote: string
  branch: string
  /** The commit that the branch is at; null before the first. */
  commit: string | null
  /** Commits of ours that they did not have. */
  pushed: number
}

/** Rounds against others who push at the same moment; each round one of them is done. */
const mostRounds = 20
/** Longest wait before another round, in milliseconds, times the number of rounds so far. */
const jitterMs = 150

/**
 * Throws REFUSED (no remote, detached HEAD, a push that the remote does not take), UNAVAILABLE (no answer), BUSY, READ_ONLY,
 * INTEGRITY (the log here lost lines); what was written here stays committed here.
 */
export async function syncVault(vault: Vault, { remote, dryRun, ...work }: SyncInput): Promise<SyncResult> {
  assertWritable(vault)
  const reason = 'another process is synchronising the vault'
  return holdFile(vault.paths.syncLock, vault.config.lock.waitMs, reason, async () => {
    const branch = await readSyncBranch(vault.paths.root)
    const place = await findPlace(vault.paths.root, branch, { named: remote, dryRun })
    return dryRun ? previewSync(vault, branch, place) : exchange(vault, branch, { place, work })
  })
}

interface Exchange {
  place: RemoteBranch
  work: NetworkWork
}

async function exchange(vault: Vault, branch: SyncBranch, { place, work }: Exchange): Promise<SyncResult> {
  const { root } = vault.paths
  let report = emptyReport
  if (branch.unfinished === 'merge') report = (await finishOpenMerge(vault)).reduce(joinReports, report)
  else await bringUpWhole(vault)
  report = { ...report, skipped: [...report.skipped, ...(await renewCommitted(vault, branch.head))] }
  for (let round = 1; round <= mostRounds; round++) {
    await stopPoint(work.signal)
    await commitWaiting(vault)
    const tips = await fetchTips(root, branch.name, { place, work })
    await stopPoint(work.signal)
    const merged = await takeNews(vault, tips)
    if (merged !== undefined) {
      report = joinReports(report, merged)
      const pushed = await pushNews(root, { place, work }, tips)
      if (pushed !== 'raced') return toResult(report, place, pushed)
    }
    await setTimeout(Math.round(((vault.ports.random(1)[0] ?? 0) / 255) * jitterMs * round))
  }
  throw new MemoError('UNAVAILABLE', `${place.remote} has changed each time before a push was through`, {
    hint: 'everything is committed here; run "memo sync" again',
  })
}

/** A log that lost lines (a reset, a revert) would be pushed like that, and this clone would go on as another writer. */
async function bringUpWhole(vault: Vault): Promise<void> {
  await recovering(vault, async () => assertLogWhole(vault))
  await refresh(vault, 'bounded')
}

async function finishOpenMerge(vault: Vault) {
  const done = await finishMerge(vault)
  if (done === undefined)
    throw new MemoError('BUSY', 'another program moves the branch of the vault', { hint: 'try again' })
  return Promise.all(done.map((merged) => reportOf(vault.paths.root, merged)))
}

/** Whatever the policy: what is not committed cannot be exchanged. */
async function commitWaiting(vault: Vault): Promise<void> {
  const { state, reason } = await commitPending(vault, { evenIfOff: true })
  if (state !== 'postponed') return
  const told = `what was written here cannot be committed: ${reason}`
  if (saysDiskFull(reason)) throw new MemoError('IO', told, { hint: 'free some space and run "memo sync" again' })
  if (saysDiskFailed(reason)) throw new MemoError('IO', told, { hint: 'check the disk' })
  if (saysReadOnly(reason))
    throw new MemoError('READ_ONLY', told, { hint: 'make the vault writable and run "memo sync" again' })
  throw new MemoError('REFUSED', told, { hint: 'run "memo doctor"' })
}

interface Tips {
  ours: string | undefined
  theirs: string | undefined
}

async function fetchTips(root: string, name: string, { place, work }: Exchange): Promise<Tips> {
  const [own, tracked] = [`refs/heads/${name}`, trackingRef(place)]
  const isThere = await fetchBranch(root, place, work)
  const refs = await readRefs(root, [own, tracked])
  return { ours: refs.get(own), theirs: isThere ? refs.get(tracked) : undefined }
}

/** Undefined when somebody else moved the branch meanwhile. */
async function takeNews(vault: Vault, { ours, theirs }: Tips): Promise<SyncReport | undefined> {
  if (theirs === undefined || theirs === ours) return emptyReport
  const merged = await mergeTheirs(vault, theirs)
  if (merged?.taken !== undefined) await ensureMergeDriver(vault.paths.root)
  return merged && reportOf(vault.paths.root, merged)
}

async function reportOf(root: string, { news, taken }: Merged): Promise<SyncReport> {
  if (taken === undefined) return emptyReport
  return toReport(news, taken, await countCommits(root, news.base, news.theirs))
}

async function pushNews(root: string, { place, work }: Exchange, { ours, theirs }: Tips): Promise<'raced' | Pushed> {
  const commit = ours === theirs ? ours : await findCommit(root, 'HEAD')
  if (commit === undefined || commit === theirs) return { commit: commit ?? null, pushed: 0 }
  if ((await pushCommit(root, commit, place, work)) === 'raced') return 'raced'
  return { commit, pushed: await countCommits(root, theirs, commit) }
}

type Pushed = Pick<SyncResult, 'commit' | 'pushed'>

function toResult(report: SyncReport, place: RemoteBranch, { commit, pushed }: Pushed): SyncResult {
  const state = report.fetched > 0 || pushed > 0 ? 'synced' : 'nothing'
  return { state, remote: place.remote, branch: place.branch, commit, pushed, ...report }
}
