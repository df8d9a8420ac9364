/** Why a record counts what it counts and stands where it stands, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { WhyResult } from '../../vault/history/why.ts'
import type { Paint } from '../color.ts'
import { renderWhy } from './explain.ts'

/** The rest is in `--json`. */
const shownSessions = 5
const shownRatings = 10

export function renderReasons(result: WhyResult, paint: Paint): string {
  const { kind, projectId, id, title, search } = result
  const parts = [
    `${paint('cyan', kind)} ${projectId}/${id}  ${paint('bold', toHarmless(title))}`,
    section('Counters', [...toHits(result), ...toOccurrences(result), ...toRatings(result)], paint),
    section(`Weighs in every search (profile ${toHarmless(result.profile)})`, toPriors(result), paint),
    ...(search === undefined ? [] : [toSearch(search, paint)]),
  ]
  return parts.join('\n\n')
}

function section(name: string, lines: readonly string[], paint: Paint): string {
  return [paint('bold', name), ...lines.map((line) => `  ${line}`)].join('\n')
}

function toHits({ counters, baseline, hits }: WhyResult): string[] {
  const { counted, via, first, last, sessions } = hits
  const parts = Object.entries(via).map(([name, count]) => `${count} by ${name}`)
  const brought = baseline.hits === undefined ? '' : ` and ${baseline.hits} brought along`
  const period = first === undefined || last === undefined ? '' : `, first ${first.at}, last ${last.at}`
  const shown = sessions
    .slice(0, shownSessions)
    .map(({ session, hits: uses }) => `${session === null ? 'no session' : toHarmless(session)} ${uses}`)
  const more = sessions.length > shownSessions ? `, ${sessions.length - shownSessions} more` : ''
  return [
    `hits ${counters.hits}: ${[plural(counted, 'event'), ...parts].join(', ')}${brought}${period}`,
    ...(shown.length === 0 ? [] : [`  by session: ${shown.join(', ')}${more}`]),
  ]
}

function toOccurrences({ counters, baseline, recurrences }: WhyResult): string[] {
  const start = baseline.occurrences === undefined ? 'once when written' : `${baseline.occurrences} brought along`
  const last = recurrences.at(-1)
  const again = last === undefined ? '' : `, came up again ${recurrences.length} times, last ${last.at}`
  return [`occurrences ${counters.occurrences}: ${start}${again}`]
}

function toRatings({ counters, baseline, ratings }: WhyResult): string[] {
  const { helpful, stale, outcome } = counters
  const brought = Object.keys(baseline).some((name) => ['helpful', 'stale', 'outcome'].includes(name))
  const lines = ratings.slice(-shownRatings).map(({ at, verdict, actor, session, comment, outcome: then }) => {
    const said = [`${verdict} by ${actor}`, session && `session ${session}`, comment && JSON.stringify(comment)]
    const told = said.filter((part) => part !== undefined && part !== '').join(', ')
    return `  ${at}  ${toHarmless(told)} -> ${then ?? 'none'}`
  })
  const head = `helpful ${helpful}, stale ${stale}, outcome ${outcome ?? 'none'}: ${plural(ratings.length, 'rating')}`
  return [`${head}${brought ? ' and what was brought along' : ''}`, ...lines]
}

function toPriors({ priors }: WhyResult): string[] {
  return priors.map(({ name, value, applies, of }) => {
    const shown = Number(value.toPrecision(4))
    return `${name} ${name === 'salience' ? shown : `× ${shown}`}${applies ? '' : ' (not used)'}: ${toHarmless(of)}`
  })
}

function toSearch(search: NonNullable<WhyResult['search']>, paint: Paint): string {
  const { query, outcome, reason, steps, total, why } = search
  const places = steps.map(({ stage, place }) => `${stage} ${place ?? '-'}`).join(', ')
  const lines = [
    `${outcome === 'shown' ? 'shown' : `not shown (${outcome})`}: ${reason}; ${plural(total, 'record')} found`,
    `place after each step: ${places}`,
  ]
  const head = section(`Search ${JSON.stringify(toHarmless(query))}`, lines, paint)
  return why === undefined ? head : [head, ...renderWhy(why, paint)].join('\n')
}
