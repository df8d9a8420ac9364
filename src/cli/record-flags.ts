/** The flags that say what a record holds, and the fields that they become. */
import * as Flags from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { MemoError } from '../lib/errors.ts'
import type { FacetFilter } from '../record/narrowing.ts'
import { kindNames, severities, statuses } from '../record/vocabulary.ts'
import { toFacets } from './facet-flag.ts'
import { repeated } from './list-flags.ts'

export const recordFlags = {
  kind: Flags.option({ options: kindNames, summary: 'What it is; a new record needs one.' })(),
  title: Flags.string({ summary: 'One line (default: the first heading or sentence of the body).' }),
  id: Flags.string({ summary: 'The id (default: made from the title); names the record to edit, if there is one.' }),
  tag: Flags.string({ ...repeated, summary: 'A tag; may be repeated.' }),
  'path-pattern': Flags.string({ ...repeated, summary: 'A path or glob that it is about; may be repeated.' }),
  severity: Flags.option({ options: severities, summary: 'How bad a trap is.' })(),
  status: Flags.option({ options: statuses, summary: 'Where it stands.' })(),
  layer: Flags.string({ summary: 'The layer of the product that it is about.' }),
  module: Flags.string({ summary: 'The module that it is about.' }),
  ttl: Flags.string({ helpValue: '14d', summary: 'How long it is good for, or a date.' }),
  'expires-at': Flags.string({ helpValue: 'TIME', summary: 'The date or time it expires at.' }),
  'event-at': Flags.string({ helpValue: 'TIME', summary: 'When it happened, if not now.' }),
  'valid-from': Flags.string({ helpValue: 'TIME', summary: 'From when on it holds.' }),
  'valid-to': Flags.string({ helpValue: 'TIME', summary: 'When it no longer holds.' }),
  due: Flags.string({ helpValue: 'TIME', summary: 'When a task is due.' }),
  supersedes: Flags.string({ helpValue: 'ID', summary: 'The record that this one takes the place of.' }),
  link: Flags.string({ ...repeated, helpValue: 'TYPE:TARGET', summary: 'A link to a record; may be repeated.' }),
  facet: Flags.string({ ...repeated, helpValue: 'NAME=VALUE', summary: 'A value of a facet; may be repeated.' }),
  entity: Flags.string({ ...repeated, summary: 'A name that it mentions; may be repeated.' }),
  evidence: Flags.string({ ...repeated, helpValue: 'ID', summary: 'A record that it follows from; may be repeated.' }),
  source: Flags.string({ summary: 'Where it comes from.' }),
  trust: Flags.string({ summary: 'How far it can be relied on.' }),
  'verified-at-sha': Flags.string({
    helpValue: 'COMMIT',
    summary: 'The commit of the product that its paths were last compared with.',
  }),
}

/** The fields of a record as the flags give them; what was not given is undefined. Throws USAGE for a malformed pair. */
export function toFields(flags: InferredFlags<typeof recordFlags>): { [field: string]: unknown } {
  const { kind, title, severity, status, layer, module, ttl, due, supersedes, evidence, source, trust } = flags
  return {
    ...{ kind, title, severity, status, layer, module, ttl, due, supersedes, evidence, source, trust },
    tags: flags.tag,
    pathPatterns: flags['path-pattern'],
    expiresAt: flags['expires-at'],
    eventAt: flags['event-at'],
    validFrom: flags['valid-from'],
    validTo: flags['valid-to'],
    entities: flags.entity,
    verifiedAtSha: flags['verified-at-sha'],
    links: flags.link?.map(toLink),
    facets: flags.facet === undefined ? undefined : toStored(toFacets(flags.facet)),
  }
}

function toLink(text: string): { type: string; target: string } {
  const at = text.indexOf(':')
  const [type, target] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()]
  if (type !== '' && target !== '') return { type, target }
  throw new MemoError('USAGE', `--link ${JSON.stringify(text)} is not of the form --link depends-on:retry-policy`)
}

function toStored(facets: readonly FacetFilter[]): { [name: string]: string[] } {
  return Object.fromEntries(facets.map(({ name, values }) => [name, [...values]]))
}
