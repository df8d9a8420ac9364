/** The flags that narrow down which records are meant, the same for every command that lists some. */
import * as Flags from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { MemoError } from '../lib/errors.ts'
import type { Narrowing } from '../record/narrowing.ts'
import { kindNames, statuses } from '../record/vocabulary.ts'
import { toFacets } from './facet-flag.ts'
import { repeated, severalWords } from './list-flags.ts'
import { toInstant, toPeriod } from './time-flag.ts'

export const projectFlags = {
  project: Flags.string({
    ...severalWords,
    helpGroup: 'GLOBAL',
    helpValue: 'ID',
    summary: 'These projects (default: the working directory’s).',
  }),
  all: Flags.boolean({ aliases: ['cross-project'], exclusive: ['project'], summary: 'In all projects.' }),
}

export const periodFlags = {
  since: Flags.string({ helpValue: 'TIME', summary: 'Only what happened from this date, time or span ago (7d) on.' }),
  until: Flags.string({ helpValue: 'TIME', summary: 'Only what happened before this time, or up to this whole day.' }),
}

export const narrowingFlags = {
  tag: Flags.string({ ...repeated, summary: 'Only records that have all these tags.' }),
  layer: Flags.string({ summary: 'Only records about this layer of the product.' }),
  path: Flags.string({
    summary: 'Only records about this path of the project; of a folder (src/), about anything in it.',
  }),
  facet: Flags.string({
    ...repeated,
    helpValue: 'NAME=VALUE',
    summary: 'Only records with this facet; the same name again means either, another name both.',
  }),
  entity: Flags.string({ helpValue: 'NAME', summary: 'Only records that mention this name, however it is spelled.' }),
  source: Flags.string({ summary: 'Only records that come from here.' }),
  trust: Flags.string({ summary: 'Only records that can be relied on so far.' }),
  ...periodFlags,
}

export const profileFlag = Flags.string({ summary: 'Rank by this profile; "memo profiles" lists them.' })

/** Read by `toScope`, or by `toInstant` where there is no scope. */
export const asOfFlag = Flags.string({
  helpValue: 'TIME',
  summary: 'What was recorded by this date (its last moment, UTC), time or span ago (7d), as it was then.',
})

export const scopeFlags = {
  kind: Flags.option({ ...severalWords, options: kindNames, summary: 'Only these kinds.' })(),
  status: Flags.option({ ...severalWords, options: statuses, summary: 'Only records of these statuses.' })(),
  ...narrowingFlags,
  ...projectFlags,
  offset: Flags.integer({ min: 0, default: 0, summary: 'How many to leave out first.' }),
  'include-expired': Flags.boolean({ summary: 'Expired records too, and those that do not hold now.' }),
}

const { offset: _, ...unpaged } = scopeFlags

/** For a command whose answer has no pages. */
export const unpagedScopeFlags = unpaged

type NarrowingValues = InferredFlags<typeof narrowingFlags>
type ScopeValues = InferredFlags<typeof unpagedScopeFlags> & { 'as-of'?: string | undefined }

/** The scope that the flags mean, and the time that it is looked at. Throws USAGE for a malformed facet, name or time. */
export function toScope(flags: ScopeValues, now: number) {
  const asOf = toInstant('--as-of', flags['as-of'], now)
  return {
    kinds: flags.kind,
    statuses: flags.status,
    ...toNarrowing(flags, asOf ?? now),
    projects: flags.project ?? [],
    allProjects: flags.all,
    includeExpired: flags['include-expired'],
    asOf,
  }
}

/** What the flags narrow to; spans of time count back from `now`. Throws USAGE for a malformed facet, name or time. */
export function toNarrowing(flags: NarrowingValues, now: number): Narrowing {
  const { tag, layer, path, entity, source, trust } = flags
  if (entity?.trim() === '') throw new MemoError('USAGE', '--entity is empty')
  return {
    tags: tag ?? [],
    facets: toFacets(flags.facet ?? []),
    ...{ layer, path, entity, source, trust },
    ...toPeriod(flags, now),
  }
}
