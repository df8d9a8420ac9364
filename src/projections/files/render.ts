/** A record's folded state as the data of its frontmatter: identity, content, counters, in a fixed order. */
import { countersOf } from '../../events/counters.ts'
import type { FieldValue, RecordState } from '../../events/fold.ts'
import { shortHash } from '../../lib/hash.ts'
import type { JsonValue } from '../../record/json-value.ts'

export type Frontmatter = { [key: string]: JsonValue }

/** The order in which a new file lists its keys; keys that a person added come behind them. */
const contentOrder = [
  'kind',
  'project',
  'title',
  'status',
  'tags',
  'pathPatterns',
  'severity',
  'layer',
  'module',
  'created',
  'updated',
  'eventAt',
  'ttl',
  'expiresAt',
  'supersedes',
  'supersededBy',
  'links',
  'facets',
  'entities',
  'source',
  'trust',
  'origin',
  'movedFrom',
  'movedTo',
  'validFrom',
  'validTo',
  'evidence',
  'due',
  'verifiedAtSha',
]

/** Keys that events count and people read; a hand edit of one is reported, not adopted. */
export const counterKeys = [
  'hits',
  'lastHit',
  'occurrences',
  'lastSeen',
  'helpful',
  'stale',
  'lastFeedback',
  'outcome',
] as const

/** Keys that say which record a file is; they follow from where it lies. */
const identityKeys = ['id', 'project'] as const

/** What the file's frontmatter should say. Only what is set is there: no zero counters, no empty lists. */
export function toFrontmatter(state: RecordState): Frontmatter {
  const { body: _, ...fields } = state.fields
  const content: { [key: string]: FieldValue } = { ...fields, project: state.project }
  const known = contentOrder.filter((name) => name in content)
  const added = Object.keys(content)
    .filter((name) => !contentOrder.includes(name))
    .sort()
  const entries = [...known, ...added].map((name) => [name, content[name]] as const)
  return dense([['id', state.id], ...entries.filter(([, value]) => !isEmpty(value)), ...counterEntries(state)])
}

function counterEntries(state: RecordState): [string, FieldValue][] {
  const counters = countersOf(state)
  const shown = counterKeys.filter((key) => counters[key] !== undefined && counters[key] !== 0)
  return shown.filter((key) => key !== 'occurrences' || counters.occurrences > 1).map((key) => [key, counters[key]])
}

/** The entries that have a value, as an object. */
export function dense(entries: readonly (readonly [string, FieldValue])[]): Frontmatter {
  const data: Frontmatter = {}
  for (const [name, value] of entries) {
    if (value !== undefined) data[name] = value
  }
  return data
}

function isEmpty(value: FieldValue): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

export function bodyHash(body: string): string {
  return shortHash(body)
}

/** The fields that a person may change: no counters, no identity. */
export function contentOf(data: Frontmatter): Frontmatter {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !isCounter(key) && !isIdentity(key)))
}

export function isCounter(key: string): boolean {
  return counterKeys.some((name) => name === key)
}

function isIdentity(key: string): boolean {
  return identityKeys.some((name) => name === key)
}
