/** What a caller wants written, checked at the edge: flags, a batch line, a file. Loads the schema library. */
import * as z from 'zod'
import { MemoError } from '../lib/errors.ts'
import { assertId } from '../record/ids.ts'
import { firstTitle } from '../record/outline.ts'
import { type Baseline, ContentFields } from '../record/schema.ts'
import type { Actor } from '../record/vocabulary.ts'

export interface RecordDraft {
  /** As given; undefined when it is to come from the title. */
  id: string | undefined
  /** The fields that were given, checked and tidied. */
  set: ContentFields
  baseline?: Baseline
  actor?: Actor
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
): RecordDraft {
  if (id !== undefined) assertId(id, 'id')
  const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  for (const [name, value] of Object.entries(fields)) assertText(name, value)
  const set = check(fields)
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

function check(fields: { [field: string]: unknown }): ContentFields {
  const result = ContentFields.safeParse(fields)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const name = issue?.path.join('.') ?? 'field'
  throw new MemoError('USAGE', `${name}: ${issue?.message ?? 'is not valid'}`, { cause: z.prettifyError(result.error) })
}

/** NUL ends a string for every C program on the way, and half a surrogate pair is no text: both are refused, not cut. */
function assertText(name: string, value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new MemoError('USAGE', `${name} holds a NUL character`)
    if (!value.isWellFormed())
      throw new MemoError('USAGE', `${name} holds half a surrogate pair, which is not valid text`)
  } else if (Array.isArray(value)) for (const item of value) assertText(name, item)
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) assertText(`${name}.${key}`, item)
}

function tidyBody(body: string, { bodyBytes }: DraftLimits): string {
  const size = Buffer.byteLength(body)
  if (size > bodyBytes) {
    throw new MemoError(
      'REFUSED',
      `the body has ${size} bytes, more than the ${bodyBytes} that limits.bodyBytes allows`,
      {
        hint: 'keep the text elsewhere and remember where it is, or raise the limit with "memo config set limits.bodyBytes N"',
      },
    )
  }
  const tidy = body
    .replace(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  if (tidy === '')
    throw new MemoError('USAGE', 'the body is empty', { hint: 'give --body, --body-file, or text on standard input' })
  return tidy
}

function tidyTitle(title: string): string {
  const tidy = title.replace(/\s+/g, ' ').trim()
  if (tidy === '') throw new MemoError('USAGE', 'the title is empty')
  if (tidy.length > longestTitle) return `${[...tidy].slice(0, longestTitle - 1).join('')}…`
  return tidy
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
