/**
 * Putting a value into a text of JSON with comments and taking one out, so that each byte that is not of the value (and of
 * the comma that it needs) stays. A value taken out again leaves the text as it was.
 */
import type { Node } from 'jsonc-parser'

/** Appends an element, or with a key a property, to an array or object of the text. */
export function appendChild(text: string, container: Node, value: unknown, key?: string): string {
  const lead = key === undefined ? '' : `${JSON.stringify(key)}: `
  const last = container.children?.at(-1)
  return last === undefined
    ? fillEmpty(text, container, lead, value)
    : appendAfter(text, { container, last, lead, value })
}

/** The text with another value in the place of a node. */
export function replaceNode(text: string, node: Node, value: unknown): string {
  const written = toText(value, { indent: indentOf(text, node.offset), text })
  return splice(text, node.offset, node.offset + node.length, written)
}

/** Takes an element or a whole property out, with its line and its comma. */
export function cutChild(text: string, container: Node, child: Node): string {
  const children = container.children ?? []
  const index = children.indexOf(child)
  const previous = children[index - 1]
  const end = child.offset + child.length
  const comma = findComma(text, end, endOf(container))
  const [start, stop] = [startOfLine(text, child.offset), comma === undefined ? end : comma + 1]
  if (previous !== undefined && comma === undefined) {
    const before = findComma(text, previous.offset + previous.length, child.offset)
    const cut = splice(text, start, stop, '')
    return before === undefined || before >= start ? cut : splice(cut, before, before + 1, '')
  }
  if (/[\r\n]/.test(text.slice(start, child.offset))) return splice(text, start, stop, '')
  return splice(text, child.offset, skipBlanks(text, stop), '')
}

/** Whether something is said inside the container beside its only child. */
export function hasCommentBeside(text: string, container: Node, child: Node): boolean {
  const before = text.slice(container.offset, child.offset)
  const after = text.slice(child.offset + child.length, endOf(container))
  return /\/[/*]/.test(before + after)
}

interface Append {
  container: Node
  last: Node
  /** The key and its colon, or nothing. */
  lead: string
  value: unknown
}

function appendAfter(text: string, { container, last, lead, value }: Append): string {
  const lastEnd = last.offset + last.length
  const comma = findComma(text, lastEnd, endOf(container))
  const isOneLine = !/[\r\n]/.test(text.slice(container.offset, endOf(container)))
  const indent = indentOf(text, last.offset)
  const written = isOneLine
    ? ` ${lead}${JSON.stringify(value)}`
    : `${eolOf(text)}${indent}${lead}${toText(value, { indent, text })}`
  const place = endOfRemark(text, (comma ?? lastEnd - 1) + 1)
  const appended = splice(text, place, place, comma === undefined ? written : `${written},`)
  return comma === undefined ? splice(appended, lastEnd, lastEnd, ',') : appended
}

function fillEmpty(text: string, container: Node, lead: string, value: unknown): string {
  const outer = indentOf(text, container.offset)
  const indent = outer + unitOf(text)
  const close = endOf(container) - 1
  const inside = text.slice(container.offset + 1, close)
  const kept = inside.trimEnd()
  const written = `${eolOf(text)}${indent}${lead}${toText(value, { indent, text })}${eolOf(text)}${outer}`
  return splice(text, container.offset + 1 + kept.length, close, written)
}

/** The value on lines of its own, the first without indentation. */
function toText(value: unknown, { indent, text }: { indent: string; text: string }): string {
  return JSON.stringify(value, null, unitOf(text)).replaceAll('\n', `${eolOf(text)}${indent}`)
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** One step of the indentation: that of the first indented line, else two spaces. */
function unitOf(text: string): string {
  return /^([ \t]+)[^\s*]/m.exec(text)?.[1] ?? '  '
}

/** The indentation of the line that the place is on. */
function indentOf(text: string, place: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, place)))?.[0] ?? ''
}

function lineStart(text: string, place: number): number {
  return text.lastIndexOf('\n', place - 1) + 1
}

/** Where the line break before the place stands if only blanks are between, else where those blanks begin. */
function startOfLine(text: string, place: number): number {
  const blanks = /(?:\r?\n)?[ \t]*$/.exec(text.slice(0, place))?.[0] ?? ''
  return place - blanks.length
}

/** The end of a comment that follows on the same line, else the place itself. */
function endOfRemark(text: string, place: number): number {
  const remark = /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)/.exec(text.slice(place))?.[0] ?? ''
  return place + remark.length
}

/** Where the comma after a value is, comments passed over. */
function findComma(text: string, from: number, to: number): number | undefined {
  const passed = /^(?:\s|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/.exec(text.slice(from, to))?.[0].length ?? 0
  return text[from + passed] === ',' && from + passed < to ? from + passed : undefined
}

function skipBlanks(text: string, place: number): number {
  return place + (/^[ \t]*/.exec(text.slice(place))?.[0].length ?? 0)
}

function endOf(node: Node): number {
  return node.offset + node.length
}

function splice(text: string, start: number, end: number, written: string): string {
  return text.slice(0, start) + written + text.slice(end)
}
