/** What a sync exchanged, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { SyncResult } from '../../vault/sync/sync.ts'

export function renderSync(result: SyncResult): string {
  return [
    renderState(result),
    ...result.conflicts.map(renderConflict),
    ...result.foreign.map(({ commit, author, subject }) => {
      return `Without memo: ${commit.slice(0, 10)} by ${toHarmless(author)}: ${toHarmless(subject)}`
    }),
    ...(result.settings.length > 0 ? [`Settings changed: ${toHarmless(result.settings.join(', '))}`] : []),
    ...result.forks.map(renderFork),
    ...result.skipped.map(({ path, reason }) => `Not taken: ${toHarmless(path)}: ${toHarmless(reason)}`),
  ].join('\n')
}

function renderState(result: SyncResult): string {
  const { state, fetched, pushed, records, events } = result
  const place = toHarmless(`${result.remote}/${result.branch}`)
  if (state === 'nothing') return `Nothing to exchange with ${place}.`
  const adopted = events.adopted > 0 ? [`${plural(events.adopted, 'edit')} without memo adopted`] : []
  const came = [plural(fetched, 'commit'), plural(events.taken, 'event'), plural(records, 'record'), ...adopted]
  const [took, did, gave] = state === 'dry-run' ? ['take', 'Would exchange', 'push'] : ['took', 'Exchanged', 'pushed']
  const taken = fetched > 0 ? `${took} ${came.join(', ')}` : 'nothing to take'
  return `${did} with ${place}: ${taken}; ${pushed > 0 ? `${gave} ${plural(pushed, 'commit')}` : 'nothing to push'}.`
}

function renderConflict({ projectId, id, field, kept, earlier }: SyncResult['conflicts'][number]): string {
  const record = toHarmless(`${projectId}/${id}`)
  const [later, former] = [kept, earlier].map(({ writer, at }) => `${toHarmless(writer)} (${at})`)
  if (field === 'forgotten') return `Only one side forgot ${record}: ${later} stands, ${former} is in the log.`
  return `Both changed ${toHarmless(field)} of ${record}: ${later} stands, ${former} is in the log.`
}

function renderFork({ writer, home, events, isOwn }: SyncResult['forks'][number]): string {
  const own = isOwn ? '; this clone writes under a new id from now on' : ''
  return `Two clones wrote as ${writer}: ${plural(events, 'event')} of one of them ${events === 1 ? 'is' : 'are'} in the log of ${home} now${own}.`
}
