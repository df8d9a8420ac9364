/** What a sync would exchange, found out without taking anything. */
import { countCommits, findCommit } from '../../audit/branch.ts'
import { fetchBranch, type RemoteBranch, trackingRef } from '../../audit/remote.ts'
import { countWaiting } from '../committing/progress.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { findConflicts } from './conflicts.ts'
import { countNewEvents, readDeltas } from './deltas.ts'
import { readNews } from './news.ts'
import type { SyncBranch } from './place.ts'
import { emptyReport } from './report.ts'
import type { SyncResult } from './sync.ts'

/** Edits by people without memo are told by their commits; which fields they change is known once they are taken. */
export async function previewSync(vault: Vault, { head }: SyncBranch, place: RemoteBranch): Promise<SyncResult> {
  const { root } = vault.paths
  await loadReaders(vault)
  const theirs = (await fetchBranch(root, place)) ? await findCommit(root, trackingRef(place)) : undefined
  const result = { state: 'dry-run' as const, remote: place.remote, branch: place.branch, commit: head ?? null }
  const committed = head === undefined ? 0 : await countCommits(root, theirs, head)
  // One commit takes all that waits.
  const pushed = committed + (countWaiting(vault) > 0 ? 1 : 0)
  if (theirs === undefined) return { ...result, ...emptyReport, pushed }
  const news = await readNews(root, { head, theirs })
  const deltas = readDeltas(vault, news, new Set(), [])
  return {
    ...result,
    ...emptyReport,
    fetched: await countCommits(root, head, theirs),
    events: { taken: countNewEvents(vault, news), adopted: 0 },
    records: deltas.came.size,
    conflicts: findConflicts(deltas),
    foreign: news.foreign.map(({ paths: _, ...told }) => told),
    skipped: news.skipped,
    pushed,
  }
}
