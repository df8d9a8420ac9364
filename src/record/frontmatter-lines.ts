/**
 * Which lines of a frontmatter belong to which key.
 *
 * Invariant: in a YAML mapping whose keys stand at column 0, every further line of a value is indented, empty, or an
 * item (`- `) of a list at column 0; the parser refuses anything else. So a key's lines end before the next key, and the
 * comments and empty lines before a key are not part of the value above.
 */
import { MemoError } from '../lib/errors.ts'
import { findKeyEnd, type Span } from './frontmatter-fence.ts'

export interface FieldLines extends Span {
  key: string
  /** Offset after the key itself, before its colon. */
  keyEnd: number
}

const emptyLine = /[ \t]*\r?\n/y
const listItem = /-\s/y
const indentedComment = /[ \t]+#/y

/** @throws MemoError REFUSED when the content is not one key per line at column 0, such as `{a: 1}` or `? a`. */
export function listFields(text: string, content: Span): FieldLines[] {
  const fields: FieldLines[] = []
  let at = content.start
  while (at < content.end) {
    const end = text.indexOf('\n', at) + 1
    const last = fields.at(-1)
    if (!isAside(text, at, last)) {
      if (isIndented(text, at) || matchesAt(listItem, text, at)) extend(last, end)
      else fields.push(readField(text, at, end))
    }
    at = end
  }
  return fields
}

/** The offset of the first line from `offset` on that a block scalar above it would not take for its own. */
export function skipScalarLines(text: string, offset: number): number {
  let at = offset
  while (matchesAt(emptyLine, text, at) || matchesAt(indentedComment, text, at)) at = text.indexOf('\n', at) + 1
  return at
}

/** An empty line or a comment. Where quotes or a block scalar may be open, an indented `#` can be part of the value. */
function isAside(text: string, at: number, last: FieldLines | undefined): boolean {
  if (text[at] === '#' || matchesAt(emptyLine, text, at)) return true
  return (
    matchesAt(indentedComment, text, at) && (last === undefined || !/["'|>]/.test(text.slice(last.start, last.end)))
  )
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function isIndented(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}

function extend(field: FieldLines | undefined, end: number): void {
  if (field === undefined) throw notInPlace()
  field.end = end
}

function readField(text: string, start: number, end: number): FieldLines {
  const keyEnd = findKeyEnd(text, start)
  if (keyEnd === undefined) throw notInPlace()
  return { key: readKey(text.slice(start, keyEnd)), keyEnd, start, end }
}

function readKey(source: string): string {
  if (source.startsWith("'")) return source.slice(1, -1).replaceAll("''", "'")
  if (!source.startsWith('"')) return source
  try {
    return String(JSON.parse(source))
  } catch (cause) {
    throw notInPlace(cause)
  }
}

function notInPlace(cause?: unknown): MemoError {
  return new MemoError('REFUSED', 'this frontmatter cannot be edited in place', {
    hint: 'write it with one "key: value" per line, each key at the start of its line',
    cause,
  })
}
