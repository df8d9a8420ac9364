/** The flags that say what a record holds, and the fields that they become. */
import * as Flags from '@oclif/core/flags'
import { MemoError } from '../lib/errors.ts'
import { kindNames, severities, statuses } from '../record/vocabulary.ts'

const several = { multiple: true, multipleNonGreedy: true } as const

export const recordFlags = {
  kind: Flags.option({ options: kindNames, summary: 'What it is; a new record needs one.' })(),
  title: Flags.string({ summary: 'One line (default: the first heading or sentence of the body).' }),
  id: Flags.string({ summary: 'The id (default: made from the title); names the record to edit, if there is one.' }),
  tag: Flags.string({ ...several, summary: 'A tag; may be repeated.' }),
  'path-pattern': Flags.string({ ...several, summary: 'A path or glob that it is about; may be repeated.' }),
  severity: Flags.option({ options: severities, summary: 'How bad a trap is.' })(),
  status: Flags.option({ options: statuses, summary: 'Where it stands.' })(),
  layer: Flags.string({ summary: 'The layer of the product that it is about.' }),
  module: Flags.string({ summary: 'The module that it is about.' }),
  ttl: Flags.string({ helpValue: '14d', summary: 'How long it is good for, or a date.' }),
  'expires-at': Flags.string({ helpValue: 'TIME', summary: 'The date or time it expires at.' }),
  'event-at': Flags.string({ helpValue: 'TIME', summary: 'When it happened, if not now.' }),
  supersedes: Flags.string({ helpValue: 'ID', summary: 'The record that this one takes the place of.' }),
  link: Flags.string({ ...several, helpValue: 'TYPE:TARGET', summary: 'A link to a record; may be repeated.' }),
  facet: Flags.string({ ...several, helpValue: 'NAME=VALUE', summary: 'A value of a facet; may be repeated.' }),
  entity: Flags.string({ ...several, summary: 'A name that it mentions; may be repeated.' }),
  source: Flags.string({ summary: 'Where it comes from.' }),
  'verified-at-sha': Flags.string({
    helpValue: 'COMMIT',
    summary: 'The commit of the product that its paths were last compared with.',
  }),
}

type OptionalValues<T> = { [name in keyof T]?: T[name] | undefined }

/** What oclif makes of the flags. */
export type RecordFlagValues = OptionalValues<{
  kind: string
  title: string
  tag: string[]
  'path-pattern': string[]
  severity: string
  status: string
  layer: string
  module: string
  ttl: string
  'expires-at': string
  'event-at': string
  supersedes: string
  link: string[]
  facet: string[]
  entity: string[]
  source: string
  'verified-at-sha': string
}>

/** The fields of a record as the flags give them; what was not given is undefined. Throws USAGE for a malformed pair. */
export function toFields(flags: RecordFlagValues): { [field: string]: unknown } {
  const { kind, title, severity, status, layer, module, ttl, supersedes, source } = flags
  return {
    ...{ kind, title, severity, status, layer, module, ttl, supersedes, source },
    tags: flags.tag,
    pathPatterns: flags['path-pattern'],
    expiresAt: flags['expires-at'],
    eventAt: flags['event-at'],
    entities: flags.entity,
    verifiedAtSha: flags['verified-at-sha'],
    links: flags.link?.map(toLink),
    facets: flags.facet === undefined ? undefined : toFacets(flags.facet),
  }
}

function toLink(text: string): { type: string; target: string } {
  const [type, target] = cutPair('--link', text, ':', 'depends-on:retry-policy')
  return { type, target }
}

function toFacets(texts: readonly string[]): { [name: string]: string[] } {
  const pairs = texts.map((text) => cutPair('--facet', text, '=', 'service=billing'))
  const names = [...new Set(pairs.map(([name]) => name))]
  return Object.fromEntries(
    names.map((name) => [name, pairs.filter(([other]) => other === name).map(([, value]) => value)]),
  )
}

function cutPair(flag: string, text: string, separator: string, example: string): [string, string] {
  const at = text.indexOf(separator)
  const [name, value] = [text.slice(0, at).trim(), text.slice(at + 1).trim()]
  if (at > 0 && name !== '' && value !== '') return [name, value]
  throw new MemoError('USAGE', `${flag} ${JSON.stringify(text)} is not of the form ${flag} ${example}`)
}
