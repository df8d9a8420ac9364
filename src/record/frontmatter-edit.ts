/**
 * Changes fields of a file by replacing their lines and no others, so comments, order, quoting, spacing, line ends and
 * a byte order mark stay. Re-serialising a parsed document would rewrite all of those.
 */
import { MemoError } from '../lib/errors.ts'
import { emitFields } from './frontmatter.ts'
import { type Fence, findBody, findFence, type Span } from './frontmatter-fence.ts'
import { type FieldLines, listFields, skipScalarLines } from './frontmatter-lines.ts'
import type { Fields } from './json-value.ts'
import { emitField } from './yaml-emit.ts'

export interface MarkdownEdit {
  set?: Fields
  /** Keys to take out; a key that is also set is set. */
  unset?: readonly string[]
  body?: string
}

/**
 * The text with these fields set or taken out and, if given, another body. A key that is new goes last; a file without
 * frontmatter gets a block in front. Whoever calls checks before that the file parses, and after that it still does:
 * taking out a value that others refer to (`*alias`) shows only then.
 *
 * @throws MemoError REFUSED when the frontmatter is not laid out as one key per line at column 0.
 */
export function editMarkdown(text: string, edit: MarkdownEdit): string {
  const fence = findFence(text)
  if (fence === undefined) return prependBlock(text, edit)
  const fields = editsFields(edit) ? editFields(text, fence.content, edit) : slice(text, fence.content)
  const head = text.slice(0, fence.content.start) + fields + text.slice(fence.content.end, fence.end)
  return edit.body === undefined ? head + text.slice(fence.end) : head + replaceBody(text, fence, edit.body)
}

function prependBlock(text: string, edit: MarkdownEdit): string {
  const fields = emitFields(edit.set ?? {})
  if (fields === '' && edit.body === undefined) return text
  const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
  const head = mark + toLineEnds(text, `---\n${fields}---\n`)
  if (edit.body !== undefined) return head + toLineEnds(text, wrapBody(edit.body))
  return text === mark ? head : head + toLineEnds(text, '\n') + text.slice(mark.length)
}

function editsFields(edit: MarkdownEdit): boolean {
  return Object.keys(edit.set ?? {}).length > 0 || (edit.unset ?? []).length > 0
}

function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end)
}

/** Line ends are those of the file, told by its first line. */
function toLineEnds(text: string, addition: string): string {
  return text[text.indexOf('\n') - 1] === '\r' ? addition.replaceAll('\n', '\r\n') : addition
}

function wrapBody(body: string): string {
  return body === '' ? '' : `\n${body}\n`
}

function replaceBody(text: string, fence: Fence, body: string): string {
  const old = findBody(text, fence.end)
  if (body === '') return ''
  if (old.start < old.end) return text.slice(fence.end, old.start) + toLineEnds(text, body) + text.slice(old.end)
  const lineEnd = text[fence.end - 1] === '\n' ? '' : '\n'
  return toLineEnds(text, lineEnd + wrapBody(body))
}

function editFields(text: string, content: Span, edit: MarkdownEdit): string {
  const set = edit.set ?? {}
  const present = new Set<string>()
  let out = ''
  let at = content.start
  let above: FieldLines | undefined
  for (const field of listFields(text, content)) {
    const gap = text.slice(at, field.start)
    if (gap.includes('#')) above = undefined
    out += gap
    at = field.end
    assertUnique(present, field.key)
    const value = Object.hasOwn(set, field.key) ? set[field.key] : undefined
    if (value !== undefined) {
      out += toLineEnds(text, emitField(text.slice(field.start, field.keyEnd), value))
      above = undefined
    } else if (edit.unset?.includes(field.key)) {
      if (above !== undefined && blockScalar.test(slice(text, above))) at = skipScalarLines(text, at)
    } else {
      out += slice(text, field)
      above = field
    }
  }
  return out + text.slice(at, content.end) + toLineEnds(text, emitFields(withoutKeys(set, present)))
}

/** Taking out the field below a block scalar must not hand it the empty lines and indented comments that follow. */
const blockScalar = /[ \t][|>][-+0-9]*[ \t]*(?:#.*)?\r?\n/

function assertUnique(present: Set<string>, key: string): void {
  if (present.has(key)) throw new MemoError('REFUSED', `the frontmatter holds the key ${key} twice`)
  present.add(key)
}

function withoutKeys(fields: Fields, keys: Set<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)))
}
