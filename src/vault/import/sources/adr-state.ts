/**
 * Where a decision stands: in the frontmatter (MADR 3 and later), in a list below the title (MADR 2: `* Status: accepted`),
 * or in a section of that name (Nygard).
 */
import { bodyLines, toHeading } from '../../../record/outline.ts'
import type { Link } from '../../../record/schema.ts'
import { parseInstant } from '../../../record/times.ts'
import type { Status } from '../../../record/vocabulary.ts'
import type { Frontmatter } from './markdown-file.ts'

export interface AdrState {
  status: Status | undefined
  /** The first word of what it says itself. */
  said: string | undefined
  /** Of the decision, ISO. */
  date: string | undefined
  /** Names of other decisions. */
  supersedes: string | undefined
  supersededBy: string | undefined
  links: Link[]
}

/** What is under discussion is paused: it is neither in force nor out of the way. What was turned down is out of it. */
const statuses: { readonly [word: string]: Status } = {
  proposed: 'paused',
  draft: 'paused',
  pending: 'paused',
  accepted: 'active',
  approved: 'active',
  done: 'active',
  rejected: 'archived',
  deprecated: 'archived',
  superseded: 'superseded',
  superceded: 'superseded',
}

export function findState(data: Frontmatter, body: string): AdrState {
  const lines = typeof data.status === 'string' ? [data.status] : statusLines(body)
  const words = lines
    .map((line) => /^[\s*_-]*([a-z]+)/i.exec(line)?.[1]?.toLowerCase())
    .filter((word) => word !== undefined)
  const known = words.filter((word) => Object.hasOwn(statuses, word))
  // Nygard's tool adds a line for each step; the last one stands.
  const said = known.includes('superseded') ? 'superseded' : (known.at(-1) ?? words[0])
  return {
    status: said === undefined ? undefined : statuses[said],
    said,
    date: findDate(data, body),
    supersedes: findTarget(lines, /supersedes|replaces/i),
    supersededBy: findTarget(lines, /superseded by|superceded by|replaced by/i),
    links: findRelations(lines),
  }
}

function statusLines(body: string): string[] {
  const listed = /^[*-]\s*\**status:?\**:?\s*(.+)$/im.exec(body)?.[1]
  if (listed !== undefined) return [listed]
  const lines: string[] = []
  let isIn = false
  for (const line of bodyLines(body)) {
    const heading = toHeading(line)
    if (heading !== undefined) isIn = /^status$/i.test(heading.text)
    else if (isIn && line.text.trim() !== '') lines.push(line.text.trim())
  }
  return lines
}

function findDate(data: Frontmatter, body: string): string | undefined {
  const listed = /^(?:[*-]\s*)?\**date:?\**:?\s*(\d{4}-\d{2}-\d{2})\s*$/im.exec(body)?.[1]
  return [data.date, listed].find(
    (value): value is string => typeof value === 'string' && parseInstant(value) !== undefined,
  )
}

/** `Superseded by [5. Use SQLite](0005-use-sqlite.md)`, `superseded by ADR-0005`. */
function findTarget(lines: readonly string[], relation: RegExp): string | undefined {
  const line = lines.find((text) => relation.test(text))
  return line === undefined ? undefined : targetIn(line.slice(line.search(relation)))
}

function targetIn(text: string): string | undefined {
  const file = /\]\(<?([^()\s<>]+?\.md)/i.exec(text)?.[1]
  return (
    file?.split('/').at(-1) ?? /\bADR[-_ ]?\d+\b/i.exec(text)?.[0].replace(/[_ ]/, '-') ?? /\b\d{1,5}\b/.exec(text)?.[0]
  )
}

const relations: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^\W*amends\b/i, 'amends'],
  [/^\W*amended by\b/i, 'amended-by'],
  [/^\W*clarifies\b/i, 'clarifies'],
  [/^\W*clarified by\b/i, 'clarified-by'],
]

function findRelations(lines: readonly string[]): Link[] {
  return lines.flatMap((line) => {
    const type = relations.find(([pattern]) => pattern.test(line))?.[1]
    const target = type === undefined ? undefined : targetIn(line)
    return type === undefined || target === undefined ? [] : [{ type, target }]
  })
}
