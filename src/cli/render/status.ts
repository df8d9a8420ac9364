/** The state of a vault for a person, on one screen. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import { humanMoment, parseInstant } from '../../record/times.ts'
import type { StatusResult } from '../../vault/status/status.ts'
import type { Paint } from '../color.ts'

export interface StatusView {
  paint: Paint
  now: number
}

export function renderStatus(status: StatusResult, { paint, now }: StatusView): string {
  const rows: [string, string][] = [
    ['vault', `${toHarmless(status.vault)}${status.readOnly ? ' (cannot be written here)' : ''}`],
    ['project', toProject(status.project)],
    ['records', `${toCounts(status.records)} in ${plural(status.projects, 'project')}`],
    ['events', toWriters(status.writers, now)],
    ['index', toIndex(status.index)],
    ['git', toGit(status.git, now)],
    ['servers', toServers(status, now)],
    ['trouble', toTrouble(status.trouble, now)],
    ['meaning', toMeaning(status.embeddings)],
  ]
  return rows.map(([name, text]) => `${paint('bold', name.padEnd(nameWidth))}${text}`).join('\n')
}

const nameWidth = 9
/** Longer lists do not fit on one screen; `--json` has all of them. */
const mostListed = 5

const sources = { flag: 'as named', file: 'by .memo.json', git: 'by the git remote', path: 'by its path' } as const

function toProject({ id, source, root, remote, records }: StatusResult['project']): string {
  const place = root === undefined ? '' : ` in ${toHarmless(root)}`
  const origin = remote === undefined ? '' : ` (${toHarmless(remote)})`
  return `${id} ${sources[source]}${place}${origin}: ${toCounts(records)}`
}

function toCounts({ total, byKind, byStatus }: StatusResult['records']): string {
  const list = (counts: { [name: string]: number }) => {
    const names = Object.entries(counts).map(([name, count]) => `${count} ${toHarmless(name)}`)
    return [...names.slice(0, mostListed), ...(names.length > mostListed ? ['…'] : [])].join(', ')
  }
  return total === 0 ? 'no records' : `${plural(total, 'record')} (${list(byKind)}; ${list(byStatus)})`
}

function toWriters(writers: StatusResult['writers'], now: number): string {
  const total = writers.reduce((sum, { events }) => sum + events, 0)
  const named = writers.toSorted((a, b) => b.events - a.events).slice(0, mostListed)
  const list = named.map(({ id, events, newest, isOwn }) => {
    const age = newest === null ? '' : `, ${toAge(newest, now)}`
    return `${toHarmless(id)} ${events}${isOwn ? ' (this clone)' : ''}${age}`
  })
  const more = writers.length > named.length ? '; …' : ''
  return `${total} of ${plural(writers.length, 'writer')}${list.length === 0 ? '' : `: ${list.join('; ')}${more}`}`
}

function toIndex({ isBuilt, behind, files, redactions }: StatusResult['index']): string {
  const events = behind.events === null ? `${behind.bytes} bytes of events` : plural(behind.events, 'event')
  return [
    isBuilt ? (behind.bytes === 0 ? 'up to date' : `${events} behind`) : 'not built yet; the next command does it',
    ...(files.waiting > 0 ? [`${plural(files.waiting, 'file')} to be written`] : []),
    ...(files.failed > 0 ? [`${files.failed} of them failed`] : []),
    ...(files.unfollowed > 0
      ? [`${plural(files.unfollowed, 'file')} cannot be followed ("memo doctor" tells why)`]
      : []),
    ...(redactions > 0 ? [`${plural(redactions, 'record')} to be redacted`] : []),
  ].join(', ')
}

function toGit(git: StatusResult['git'], now: number): string {
  const { policy, repository, reason, unfinished, upstream } = git
  const states = { present: toBranch(git), missing: 'no repository', unavailable: 'does not answer' }
  return [
    `${states[repository]}${reason === null ? '' : ` (${toHarmless(reason)})`}`,
    `commits ${policy}`,
    ...toWaiting(git, now),
    ...(unfinished === null ? [] : [`a ${unfinished} is not finished`]),
    ...(upstream === null
      ? []
      : [`${upstream.ahead} ahead and ${upstream.behind} behind ${toHarmless(upstream.name)}`]),
  ].join(', ')
}

function toBranch({ branch, head }: StatusResult['git']): string {
  const place = branch === null ? 'a repository on no branch' : `a repository on ${toHarmless(branch)}`
  return head === null ? `${place} without a commit` : place
}

function toWaiting({ waiting, waitingSince, trouble }: StatusResult['git'], now: number): string[] {
  const since = waitingSince === null ? '' : ` since ${toAge(waitingSince, now)}`
  return [
    ...(waiting === 0 ? [] : [`${plural(waiting, 'event')} to be committed${since}`]),
    ...(trouble === null ? [] : [`the last try failed: ${toHarmless(trouble.reason)}`]),
  ]
}

function toServers({ servers, isWatched }: StatusResult, now: number): string {
  const list = servers.map(({ what, pid, since, place }) => {
    const where = place === undefined ? '' : ` at ${toHarmless(place)}`
    return `${toHarmless(what)}${where} (process ${pid}, begun ${toAge(since, now)})`
  })
  return [...(list.length === 0 ? ['none'] : list), isWatched ? 'hand edits are watched' : 'nothing is watched'].join(
    ', ',
  )
}

function toTrouble(trouble: StatusResult['trouble'], now: number): string {
  if (trouble === null) return 'none'
  const { at, subsystem, message } = trouble
  return `${toAge(at, now)}, ${toHarmless(subsystem)}: ${toHarmless(message.split('\n')[0] ?? '')}; "memo doctor" tells more`
}

function toMeaning(coverage: StatusResult['embeddings']): string {
  if (coverage === null) return 'off'
  const { provider, texts, embedded, reason } = coverage
  const trouble = reason === undefined ? '' : ` (${toHarmless(reason)})`
  return `${provider}, ${embedded} of ${plural(texts, 'text')} have their vector${trouble}`
}

function toAge(text: string, now: number): string {
  const instant = parseInstant(text)
  if (instant === undefined) return toHarmless(text)
  return humanMoment(instant, now)
}
