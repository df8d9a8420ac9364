/** What Obsidian reads out of a note besides its text: tags in the text, links in properties, the date of a daily note. */
import type { JsonValue } from '../../../record/json-value.ts'
import { bodyLines } from '../../../record/outline.ts'
import type { Link } from '../../../record/schema.ts'
import { parseInstant } from '../../../record/times.ts'
import type { Frontmatter } from './markdown-file.ts'

/** Letters, digits, `_`, `-` and `/` after a blank; Obsidian takes digits alone for a number (`#1`). */
const inlineTag = /(?:^|\s)#([\p{L}\p{N}\p{M}_/-]+)/gu

/** Tags of the frontmatter and of the text, without the `#`. */
export function findTags(data: Frontmatter, body: string): string[] {
  const tags = new Set([...toTexts(data.tags), ...toTexts(data.tag)].map((tag) => tag.replace(/^#/, '')))
  if (body.includes('#')) {
    for (const { text, inFence } of bodyLines(body)) {
      if (inFence || !text.includes('#')) continue
      for (const [, tag = ''] of text.replace(/`[^`]*`/g, '').matchAll(inlineTag)) {
        if (!/^[\d/]*$/.test(tag)) tags.add(tag.split('/').filter(Boolean).join('/'))
      }
    }
  }
  return [...tags].filter((tag) => tag !== '')
}

/** A list, or words with commas or blanks between them. */
function toTexts(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null && typeof item !== 'object').map(String)
  return value === undefined || value === null || typeof value === 'object' ? [] : String(value).split(/[\s,]+/)
}

/** Aliases of a note; those have blanks in them. */
export function findAliases({ aliases, alias }: Frontmatter): string[] {
  return [aliases, alias].flatMap((value) =>
    typeof value === 'string' ? value.split(',').map((name) => name.trim()) : toTexts(value),
  )
}

/** Properties that are links, `up: "[[A Note]]"` or a list of such, each with the property as its type. */
export function findPropertyLinks(data: Frontmatter): Link[] {
  return Object.entries(data).flatMap(([type, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((item) => {
      const target = typeof item === 'string' ? targetOf(item.trim()) : undefined
      return target === undefined ? [] : [{ type: type === 'links' ? 'relates' : type, target }]
    }),
  )
}

function targetOf(text: string): string | undefined {
  if (!text.startsWith('[[') || !text.endsWith(']]')) return undefined
  const name = text.slice(2, -2)
  return /[[\]]/.test(name) ? undefined : name.split(/[|#]/)[0]?.trim() || undefined
}

/** Text in brackets, tokens, or anything else: the parts of a format. */
const formatPart = /\[([^\]]*)\]|([A-Za-z]+)|([^A-Za-z[]+|\[)/g

const tokens: { readonly [token: string]: string } = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  DD: '(?<day>\\d{2})',
  YYYYMMDD: '(?<year>\\d{4})(?<month>\\d{2})(?<day>\\d{2})',
}

const anyWord = '\\p{L}+'
/** Names of a day and a month, and a word; each more would multiply the ways to read a name. */
const mostWords = 3

/**
 * The date (ISO) in the name of a daily note, if the name has the form of one.
 * @param format of the names, in the tokens of Moment; those besides year, month and day stand for any letters
 */
export function findDate(stem: string, format: string): string | undefined {
  const last = format.split('/').at(-1) ?? format
  const pattern = last.replace(formatPart, (part, quoted?: string, token?: string) =>
    token === undefined ? (quoted ?? part).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') : (tokens[token] ?? anyWord),
  )
  if (pattern.split(anyWord).length > mostWords + 1) return undefined
  const { year, month, day } = findGroups(stem, pattern)
  const date = `${year}-${month}-${day}`
  return parseInstant(date) === undefined ? undefined : date
}

/** A format that has a token twice is no pattern, and gives no date. */
function findGroups(stem: string, pattern: string): { [name: string]: string | undefined } {
  try {
    return new RegExp(`^${pattern}$`, 'u').exec(stem)?.groups ?? {}
  } catch {
    return {}
  }
}
