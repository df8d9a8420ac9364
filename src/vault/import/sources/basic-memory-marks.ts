/**
 * What basic-memory reads out of the lists of a note: observations `- [category] text #tag (context)` and relations
 * `- type [[Target]] (context)`. The rules are those of its parser (src/basic_memory/markdown/plugins.py).
 */
import type { JsonValue } from '../../../record/json-value.ts'
import { bodyLines } from '../../../record/outline.ts'

export interface NoteMarks {
  /** Of observations. */
  tags: string[]
  categories: string[]
  links: { type: string; target: string }[]
}

/** Nothing where the note says that its text is not to be read so. */
export function findNoteMarks(data: { [key: string]: JsonValue }, body: string): NoteMarks {
  const tags = new Set<string>()
  const categories = new Set<string>()
  const links: NoteMarks['links'] = []
  for (const item of isProse(data.bm_parse_semantics) ? [] : listItems(body)) {
    const relation = parseRelation(item)
    if (relation !== undefined) links.push(relation)
    else for (const tag of parseObservation(item, categories)) tags.add(tag)
  }
  return { tags: [...tags], categories: [...categories], links }
}

function isProse(setting: JsonValue | undefined): boolean {
  return setting === false || (typeof setting === 'string' && setting.toLowerCase() === 'false')
}

function* listItems(body: string): Generator<string> {
  for (const { text, inFence } of bodyLines(body)) {
    const item = inFence ? undefined : /^\s*(?:[-*+]|\d{1,9}[.)])\s+(\S.*)$/.exec(text)?.[1]
    if (item !== undefined) yield item.trim()
  }
}

/** A type of several words stands in quotes; a line that goes on after its target is a sentence. */
function parseRelation(item: string): { type: string; target: string } | undefined {
  const start = item.indexOf('[[')
  const end = item.indexOf(']]', start)
  const type = start < 1 || end === -1 ? undefined : toRelationType(item.slice(0, start).trim())
  const target = item
    .slice(start + 2, end)
    .replace(/[#|].*$/, '')
    .trim()
  const rest = item.slice(end + 2).trim()
  if (type === undefined || target === '' || !(rest === '' || /^\([^()]*\)$/.test(rest))) return undefined
  return { type, target }
}

function toRelationType(text: string): string | undefined {
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2]?.trim()
  if (quoted !== undefined) return quoted === '' ? undefined : quoted
  return text === '' || /\s/.test(text) ? undefined : text
}

/** A clock time, a box to tick, a link: no category. */
const noCategory = /^(?:\d{1,3}:\d{2}.*|[^\p{L}\p{N}]|[xX])$/u

function parseObservation(item: string, categories: Set<string>): string[] {
  const category = /^\[([^[\]()]+)\]\s+\S/.exec(item)?.[1]?.trim()
  if (category !== undefined && category !== '' && !noCategory.test(category)) categories.add(category)
  const words = item.split(/\s+/).filter((word) => word.startsWith('#') && !word.startsWith('#bm:'))
  return words.flatMap((word) => word.split('#').map(toTag)).filter((tag) => /\p{L}/u.test(tag))
}

/** Without the punctuation of the sentence; by hand, for a pattern would try a long run of it again at each place. */
function toTag(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?)]'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
