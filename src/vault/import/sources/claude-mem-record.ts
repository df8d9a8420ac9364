/** What a row of claude-mem becomes: fields in, record out. */

import type { ForeignRow } from '../../../projections/index/foreign-rows.ts'
import type { JsonValue } from '../../../record/json-value.ts'
import { parseInstant, toIso } from '../../../record/times.ts'
import type { Kind } from '../../../record/vocabulary.ts'
import type { ImportedRecord } from '../source.ts'
import { sortPaths } from './claude-mem-paths.ts'
import type { Session } from './claude-mem-session.ts'
import { parseTexts } from './texts.ts'

/** What a row is called in the ids of its records. */
export type Word = 'prompt' | 'observation' | 'summary'

export interface ClaudeMemRow {
  /** Of the row in its table. */
  id: string
  row: ForeignRow
  session: Session
}

/**
 * Undefined for a row without text.
 * @param kind of an observation whose type does not say
 */
export function toClaudeMemRecord(word: Word, read: ClaudeMemRow, kind: Kind | undefined): ImportedRecord | undefined {
  const { row, session, id } = read
  const own = contents[word](row, kind)
  if (own.body === '') return undefined
  const project = row.merged_into_project ?? row.project ?? session.project
  const created = createdOf(row)
  return {
    ...own,
    ...{ id: `${word}-${id}`, source: 'claude-mem', claudeMem: toForeign(read) },
    ...(project !== undefined && { project }),
    ...(created !== undefined && { created, updated: created }),
    ...toPathFields(row, project, own.facets),
  }
}

type Content = ImportedRecord & { facets?: { [name: string]: string[] } }

const contents: { [word in Word]: (row: ForeignRow, kind: Kind | undefined) => Content } = {
  prompt: ({ prompt_text: text = '' }) => ({ kind: 'prompt', ...titled(text), body: text.trim() }),
  observation: toObservation,
  summary: toSummary,
}

/**
 * By type of observation (the types are those of claude-mem's "code" mode). A bug that was fixed is what a trap warns of;
 * a feature or a change is an entry of a log: it says what was done and when.
 */
const kindByType: { [type: string]: Kind } = {
  decision: 'decision',
  bugfix: 'trap',
  security_alert: 'trap',
  feature: 'log',
  refactor: 'log',
  change: 'log',
  discovery: 'note',
}

function toObservation(row: ForeignRow, kind: Kind | undefined): Content {
  const { type = 'observation', title, subtitle } = row
  const concepts = parseTexts(row.concepts)
  const facts = parseTexts(row.facts)
  const uses = Number(row.relevance_count ?? 0)
  const parts = [subtitle, row.narrative, row.text, facts.length > 0 ? `## Facts\n\n${toList(facts)}` : undefined]
  return {
    kind: type === 'discovery' && concepts.includes('gotcha') ? 'trap' : (ownOf(kindByType, type) ?? kind ?? 'note'),
    body: join(parts) || (title ?? '').trim(),
    facets: { type: [type] },
    ...titled(title, subtitle, row.narrative, row.text, facts[0]),
    ...(type === 'security_alert' && { severity: 'high' }),
    ...toTags(type === 'sensitive' ? [...concepts, type] : concepts),
    ...(Number.isSafeInteger(uses) && uses > 0 && { hits: uses }),
  }
}

/** Headings of a summary by its columns, in the order in which claude-mem shows them. */
const sections = {
  investigated: 'Investigated',
  learned: 'Learned',
  completed: 'Completed',
  next_steps: 'Next steps',
  notes: 'Notes',
}

function toSummary(row: ForeignRow): Content {
  const parts = Object.entries(sections).map(([column, heading]) => {
    const text = row[column]
    return text === undefined ? undefined : `## ${heading}\n\n${text.trim()}`
  })
  const { request, learned, completed } = row
  return { kind: 'session', body: join([request, ...parts]), ...titled(request, completed, learned) }
}

/** The first line of the first text; a heading further down is not what it is about. */
function titled(...texts: readonly (string | undefined)[]): { title?: string } {
  const line = texts
    .find((text) => text !== undefined)
    ?.trim()
    .split(/[\r\n]/)[0]
  return line === undefined || line === '' ? {} : { title: line }
}

function join(parts: readonly (string | undefined)[]): string {
  return parts.flatMap((part) => part?.trim() || []).join('\n\n')
}

function toList(texts: readonly string[]): string {
  return texts.map((text) => `- ${text.replace(/\r\n?|\n/g, '\n  ')}`).join('\n')
}

function toTags(words: readonly string[]): { tags?: string[] } {
  return words.length > 0 ? { tags: [...words] } : {}
}

function ownOf<T>(table: { [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined
}

/** Seconds since 1970 are below this for ages, milliseconds have been above it since 1973. */
const leastMilliseconds = 1e11

function createdOf({ created_at: text, created_at_epoch: epoch }: ForeignRow): string | undefined {
  if (text !== undefined && parseInstant(text) !== undefined) return text
  const count = Number(epoch)
  const ms = count < leastMilliseconds ? count * 1000 : count
  return epoch !== undefined && ms > 0 && ms < 8.64e15 ? toIso(ms) : undefined
}

function toPathFields(
  row: ForeignRow,
  project: string | undefined,
  facets: Content['facets'],
): Partial<ImportedRecord> {
  const paths = [row.files_read, row.files_modified, row.files_edited].flatMap(parseTexts)
  const { inside, outside } = sortPaths(paths, project)
  const all = { ...facets, ...(outside.length > 0 && { files: outside }) }
  return {
    ...(inside.length > 0 && { pathPatterns: inside }),
    ...(Object.keys(all).length > 0 && { facets: all }),
  }
}

/** What has no field of ours, under the names that claude-mem gives it; zeros say nothing. */
function toForeign({ row, session }: ClaudeMemRow): { [name: string]: JsonValue } {
  const named = {
    session: session.id,
    sessionTitle: session.title,
    platform: session.platform,
    prompt: row.prompt_number,
    tokens: row.discovery_tokens === '0' ? undefined : row.discovery_tokens,
    model: row.generated_by_model,
    agent: row.agent_type,
    agentId: row.agent_id,
    metadata: row.metadata,
    mergedFrom: row.merged_into_project === undefined ? undefined : row.project,
  }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
