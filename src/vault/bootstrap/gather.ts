/** What a brief is made of: what the index and the product's folder say, before any of it is packed. */
import { toHarmless } from '../../lib/harmless.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { noNarrowing } from '../../record/narrowing.ts'
import type { FoundNames } from '../../retrieval/search.ts'
import { type ResolvedProject, resolveKnownProject, resolveProject } from '../project.ts'
import { readerOf } from '../reader.ts'
import { toScopePath } from '../reading/scope.ts'
import { findIgnored, findNames } from '../reading/search.ts'
import type { Vault, View } from '../vault.ts'
import { type BriefLists, briefKinds, briefStatuses, findCandidates } from './candidates.ts'
import { type Drifted, findDrift } from './drift.ts'
import { type BriefNotice, findNotices } from './notices.ts'

export interface BriefScope {
  /** What the session is about. */
  query?: string | undefined
  /** A file or folder that it is about, absolute or relative to the project's root. */
  path?: string | undefined
  /** Names the spec, plan and state that are worked on. */
  slug?: string | undefined
  /** The working directory's when left out. */
  project?: string | undefined
  cwd: string
  /** As for `ProjectChoice`. */
  mayBeNew?: boolean | undefined
}

export interface Gathered {
  project: string
  lists: BriefLists
  drift: Drifted[]
  notices: BriefNotice[]
  degraded: FoundNames['degraded']
}

interface Asked {
  input: BriefScope
  now: number
  stale: boolean
}

/** Throws NOT_FOUND for a named project that nobody knows. */
export async function gather(vault: Vault, view: View, { input, now, stale }: Asked): Promise<Gathered> {
  const { cwd, mayBeNew } = input
  const here = input.project === undefined ? resolveProject(vault, { named: undefined, cwd }) : undefined
  const project = here?.id ?? resolveKnownProject(vault, { named: input.project, cwd, mayBeNew })
  const ignored = await findIgnored(vault, { path: input.path, cwd: input.cwd, projects: [project] })
  const path = input.path === undefined || ignored !== undefined ? undefined : toScopePath(input.cwd, input.path)
  const { names, degraded } = await findForQuery(vault, view, { query: input.query, project, cwd })
  await stopPoint(vault.cancelled)
  const found = names.map(({ id }) => id)
  // Not before: an index that proves to be damaged is replaced during the search.
  const { db } = view.projections
  const scope = { db, project, now }
  const { lists, notices } = db.snapshot(() => ({
    lists: findCandidates({ ...scope, reader: readerOf(view), path, slug: input.slug, found }),
    notices: findNotices({ ...scope, paths: view.paths }),
  }))
  await stopPoint(vault.cancelled)
  const drift = await findProjectDrift(vault, view, { project, here, cwd, lists })
  const first = toFirstNotices({ stale, ignored: ignored?.hint, isSlugKnown: lists.isSlugKnown })
  return { project, lists, drift, notices: [...first, ...notices], degraded }
}

/** What the brief has to say of itself. */
function toFirstNotices(said: { stale: boolean; ignored: string | undefined; isSlugKnown: boolean }): BriefNotice[] {
  const { stale, ignored, isSlugKnown } = said
  return [
    ...(stale ? [{ code: 'behind' as const, message: 'this may not be the newest state of the vault' }] : []),
    ...(ignored === undefined ? [] : [{ code: 'path-ignored' as const, message: toHarmless(ignored) }]),
    ...(isSlugKnown ? [] : [{ code: 'slug-unknown' as const, message: 'the slug names no spec, plan or state' }]),
  ]
}

/** One search for all parts; without a query there is nothing to rank by. */
async function findForQuery(
  vault: Vault,
  view: View,
  { query = '', project, cwd }: { query: string | undefined; project: string; cwd: string },
): Promise<FoundNames> {
  if (query.trim() === '') return { names: [], degraded: null }
  return findNames(vault, view, {
    ...{ query, cwd, projects: [project], allProjects: false, mayBeNew: true, ...noNarrowing },
    ...{ kinds: briefKinds, statuses: briefStatuses, includeScratch: false, includeExpired: false, asOf: undefined },
    ...{ sort: 'relevance', limit: 50, offset: 0, explain: false, hitIds: [], session: undefined, scan: 'none' },
  })
}

interface DriftScope {
  project: string
  /** The working directory's, if it was found already. */
  here: ResolvedProject | undefined
  cwd: string
  lists: BriefLists
}

/** Of the records that the brief may tell, and only where the working directory is the project's. */
async function findProjectDrift(
  vault: Vault,
  view: View,
  { project, here, cwd, lists }: DriftScope,
): Promise<Drifted[]> {
  const records = [lists.slice, lists.traps, lists.decisions].flatMap(({ candidates }) => candidates)
  if (records.every(({ pathPatterns }) => pathPatterns.length === 0)) return []
  const { id, identity } = here ?? resolveProject(vault, { named: undefined, cwd })
  if (id !== project || identity === undefined) return []
  return findDrift({ db: view.projections.db, root: identity.root, project, records })
}
