/** One line of the reference memory server's file, and the record that an entity becomes. */
import type { Kind } from '../../../record/vocabulary.ts'
import type { ImportedRecord } from '../source.ts'
import { parseJsonObject } from './json-object.ts'
import { kindOfType } from './kind-of-type.ts'

export interface GraphEntity {
  name: string
  type: string
  observations: string[]
}

export interface GraphRelation {
  from: string
  to: string
  type: string
}

/** Never throws: what is neither an entity nor a relation is a problem. */
export function parseGraphLine(text: string): GraphEntity | GraphRelation | { problem: string } {
  const value = parseJsonObject(text)
  if (value === undefined) return { problem: 'it is not a JSON object' }
  if (value.type === 'entity') return toEntity(value)
  if (value.type === 'relation') return toRelation(value)
  return { problem: 'it is neither an entity nor a relation' }
}

function toEntity({ name, entityType, observations }: { [key: string]: unknown }): GraphEntity | { problem: string } {
  if (!isWord(name)) return { problem: 'the entity has no name' }
  const list = typeof observations === 'string' ? [observations] : (observations ?? [])
  if (!Array.isArray(list) || !list.every((item) => typeof item === 'string')) {
    return { problem: 'its observations are not a list of texts' }
  }
  return { name, type: isWord(entityType) ? entityType.trim() : '', observations: list.filter(isWord) }
}

function toRelation({ from, to, relationType }: { [key: string]: unknown }): GraphRelation | { problem: string } {
  if (!isWord(from) || !isWord(to)) return { problem: 'the relation does not say between which entities it is' }
  return { from, to, type: isWord(relationType) ? relationType.trim().replace(/\s+/g, ' ') : 'relates' }
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** What nobody has a kind for is something that facts are known of. */
export function toEntityRecord(
  { name, type, observations }: GraphEntity,
  links: { type: string; target: string }[],
  kind: Kind | undefined,
): ImportedRecord {
  return {
    title: name,
    kind: kindOfType(type) ?? kind ?? 'fact',
    body: observations.length === 0 ? name : observations.map(toListItem).join('\n'),
    source: 'mcp-memory',
    ...(type !== '' && { facets: { type: [type] } }),
    ...(links.length > 0 && { links }),
  }
}

function toListItem(text: string): string {
  return `- ${text.trim().replace(/\r\n?|\n/g, '\n  ')}`
}
