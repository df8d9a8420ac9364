/**
 * A Markdown file read as a record: frontmatter checked against the schema, identity from where it lies. Loads the YAML
 * parser and the schema library, so it is imported only when there is a file to read.
 */
import type * as z from 'zod'
import type { FieldValue } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { decodeUtf8 } from '../../lib/utf8.ts'
import { parseFrontmatter } from '../../record/frontmatter-parse.ts'
import { isId } from '../../record/ids.ts'
import { toListField } from '../../record/list-field.ts'
import type { RecordLocation } from '../../record/locations.ts'
import { withoutClosedFences } from '../../record/outline.ts'
import { Baseline, ContentFields, contentFieldNames } from '../../record/schema.ts'
import { largestFile, tooLarge } from './largest-file.ts'
import { counterKeys, dense, type Frontmatter } from './render.ts'

export interface RecordFile {
  /** The id that the frontmatter names, if it names a valid one. */
  id: string | undefined
  /** Frontmatter as data, normalised, without a body: what a later diff compares with. */
  data: Frontmatter
  body: string
  counters: Baseline
}

export type ReadRecordFile = (bytes: Uint8Array, location: RecordLocation) => RecordFile

/**
 * Reads a record's file. Throws REFUSED, with line and reason, for bytes that are not UTF-8, frontmatter that does not
 * parse or a field that is not valid; the caller leaves such a file as it is.
 */
export function readRecordFile(bytes: Uint8Array, location: RecordLocation): RecordFile {
  const parsed = parseFrontmatter(decodeText(bytes))
  if (!parsed.ok) throw unreadable(`line ${parsed.line}: ${parsed.message}`)
  if (hasConflictMarkers(parsed.body)) throw unreadable('it holds git conflict markers')
  const data = normalise(parsed.data)
  // In a record that is the name of the text, which this would take the place of.
  if (Object.hasOwn(data, 'body')) throw unreadable('frontmatter field "body": the text stands below the frontmatter')
  const counters = check(
    Baseline,
    Object.fromEntries(counterKeys.map((key) => [key, data[key]]).filter(([, v]) => v !== undefined)),
  )
  check(ContentFields, { kind: location.kind, ...omit(data, [...counterKeys, 'id']), body: parsed.body })
  const named = data.id
  return { id: typeof named === 'string' && isId(named) ? named : undefined, data, body: parsed.body, counters }
}

function decodeText(bytes: Uint8Array): string {
  if (bytes.length > largestFile) throw unreadable(tooLarge)
  const text = decodeUtf8(bytes, { keepMark: true })
  if (text === undefined) throw unreadable('it is not valid UTF-8')
  if (text.includes('\0')) throw unreadable('it holds NUL characters')
  return text
}

/** Markers at the start of a line outside fences, all three kinds: an example in a code block is plain text. */
function hasConflictMarkers(body: string): boolean {
  if (!body.includes('<<<<<<< ')) return false
  const prose = withoutClosedFences(body)
  return /^<{7} /m.test(prose) && /^={7}$/m.test(prose) && /^>{7} /m.test(prose)
}

const listFields = new Set(['tags', 'pathPatterns', 'entities', 'evidence'])
const otherFields = new Set(['links', 'facets'])
const textFields = new Set(contentFieldNames.filter((name) => !listFields.has(name) && !otherFields.has(name)))

/** Other tools write `tags: a, b`, `module: 7` or `tags:` for the same things; known fields get their one form. */
function normalise(data: Frontmatter): Frontmatter {
  return dense(Object.entries(data).map(([name, value]) => [name, normaliseField(name, value)]))
}

function normaliseField(name: string, value: FieldValue): FieldValue {
  if (listFields.has(name)) return toListField(value)
  if (value === null && (textFields.has(name) || otherFields.has(name))) return undefined
  if ((textFields.has(name) || name === 'id') && (typeof value === 'number' || typeof value === 'boolean'))
    return String(value)
  if (name === 'status' && typeof value === 'string') return value.trim().toLowerCase()
  return value
}

function omit(data: Frontmatter, names: readonly string[]): Frontmatter {
  return Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
}

function check<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw unreadable(`frontmatter field "${issue?.path.join('.')}": ${issue?.message}`)
}

function unreadable(reason: string): MemoError {
  return new MemoError('REFUSED', reason)
}
