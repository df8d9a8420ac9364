/** What a caller wants written, checked at the edge: flags, a batch line, a file. Loads the schema library. */
import * as z from 'zod'
import { MemoError } from '../../lib/errors.ts'
import { truncate } from '../../lib/text-cut.ts'
import { assertId } from '../../record/ids.ts'
import { firstTitle } from '../../record/outline.ts'
import { assertNoReservedKey } from '../../record/reserved-key.ts'
import { type Baseline, ContentFields } from '../../record/schema.ts'
import type { Actor } from '../../record/vocabulary.ts'
import { maxDepth } from '../../record/yaml-emit.ts'

export interface RecordDraft {
  /** As given; undefined when it is to come from the title. */
  id: string | undefined
  /** The fields that were given, checked and tidied. */
  set: ContentFields
  /** Path patterns that were dropped from it, each with the reason. */
  dropped?: string[]
  baseline?: Baseline
  actor?: Actor
  /** Arrives with a history: it repeats no trap, since others call it by its id. */
  isDistinct?: boolean
  /** Arrives as it was in another vault: its text may be empty, and it has the title that it has. */
  isWhole?: boolean
  /** What it took the place of says so itself, and arrives together with it. */
  isSettled?: boolean
  /** Meant as a new record: one that is there and says something else is not changed. */
  isNew?: boolean
}

export interface DraftLimits {
  bodyBytes: number
}

/** Longer titles are bodies; the file name is cut anyway, and a list shows one line. */
const longestTitle = 500

/**
 * Checks and tidies the fields. A missing title is taken from the body's first heading or sentence when `isNew` says
 * that the record may need one. Throws USAGE naming the field, or REFUSED for a body over the limit.
 */
export function toRecordDraft(
  id: string | undefined,
  given: { [field: string]: unknown },
  limits: DraftLimits,
  { isWhole = false } = {},
): RecordDraft {
  if (id !== undefined) assertId(id, 'id')
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  assertNoReservedKey(fields)
  for (const [name, value] of Object.entries(fields)) assertStorable(name, value)
  const set = check(fields)
  if (isWhole) return { id, set: asItWas(set, limits), isWhole }
  if (set.supersedes !== undefined) assertId(set.supersedes, 'id to supersede')
  if (set.body !== undefined) set.body = tidyBody(set.body, limits)
  const title = set.title ?? (id === undefined ? firstTitle(set.body ?? '') : undefined)
  if (title !== undefined) set.title = tidyTitle(title)
  return { id, set: dense(tidyLists(set)) }
}

/** A new record under a given id has no title of its own yet; the body gives one. */
export function withTitle(draft: RecordDraft): RecordDraft {
  if (draft.set.title !== undefined || draft.id === undefined) return draft
  return { ...draft, set: { ...draft.set, title: tidyTitle(firstTitle(draft.set.body ?? '') ?? draft.id) } }
}

function asItWas({ body, ...set }: ContentFields, limits: DraftLimits): ContentFields {
  assertSize(body ?? '', limits)
  return body === '' ? set : dense({ ...set, body })
}

function check(fields: { [field: string]: unknown }): ContentFields {
  const result = ContentFields.safeParse(fields)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = issue?.path.join('.') ?? 'field'
  throw new MemoError('USAGE', `${name}: ${issue?.message ?? 'is not valid'}`, { cause: z.prettifyError(result.error) })
}

/**
 * NUL ends a string for every C program on the way, half a surrogate pair is no text, and what is nested too deep no file
 * can hold: all three are refused, not cut.
 */
function assertStorable(name: string, value: unknown, depth = 1): void {
  if (typeof value === 'string') assertText(name, value)
  if (typeof value !== 'object' || value === null) return
  if (depth > maxDepth) throw new MemoError('USAGE', `${name}: nested deeper than ${maxDepth} levels`)
  for (const [key, item] of Object.entries(value)) {
    assertStorable(Array.isArray(value) ? name : `${name}.${key}`, item, depth + 1)
  }
}

function assertText(name: string, text: string): void {
  if (text.includes('\0')) throw new MemoError('USAGE', `${name} holds a NUL character`)
  if (!text.isWellFormed()) throw new MemoError('USAGE', `${name} holds half a surrogate pair, which is not valid text`)
}

function tidyBody(body: string, limits: DraftLimits): string {
  assertSize(body, limits)
  const tidy = body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (tidy === '') throw emptyBody()
  return tidy
}

function assertSize(body: string, { bodyBytes }: DraftLimits): void {
  const size = Buffer.byteLength(body)
  if (size <= bodyBytes) return
  throw new MemoError(
    'REFUSED',
    `the body has ${size} bytes, more than the ${bodyBytes} that limits.bodyBytes allows`,
    {
      hint: 'keep the text elsewhere and remember where it is, or raise the limit with "memo config set limits.bodyBytes N"',
    },
  )
}

export function emptyBody(): MemoError {
  return new MemoError('USAGE', 'the body is empty', { hint: 'give --body, --body-file, or text on standard input' })
}

function tidyTitle(title: string): string {
  const tidy = title.replace(/\s+/g, ' ').trim()
  if (tidy === '') throw new MemoError('USAGE', 'the title is empty')
  return truncate(tidy, longestTitle)
}

/** Lists are sets: no repetition, and an order that makes two spellings of one list equal. */
function tidyLists(set: ContentFields): ContentFields {
  const tidy = { ...set }
  for (const name of ['tags', 'pathPatterns', 'entities'] as const) {
    const list = tidy[name]
    if (list !== undefined)
      tidy[name] = [...new Set(list.map((item) => item.trim()))].filter((item) => item !== '').sort()
  }
  return tidy
}

function dense(set: ContentFields): ContentFields {
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
}
