/**
 * Where the frontmatter and the body of a file begin and end, found by lines alone, so that the editor and the parser
 * cannot disagree about it. Knows nothing of YAML values.
 */

export interface Span {
  start: number
  end: number
}

export interface Fence {
  /** The lines between the fences, with their line ends. */
  content: Span
  /** Offset of what follows the closing fence's line. */
  end: number
}

const openingFence = /\ufeff?---[ \t]*\r?\n/y
const closingFence = /\n(?:---|\.\.\.)[ \t]*(?:\r?\n|\r?$)/g
const firstContentLine = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*([^\r\n]*)/
const quotedKey = /(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')(?=[ \t]*:(?:\s|$))/y
/** Characters that cannot begin a plain YAML key; `-`, `?` and `:` can when more follows at once. */
const indicator = /[\s#,[\]{}&*!|>'"%@`]|[-?:](?:\s|$)/y

/**
 * The leading fenced block, if it is frontmatter: closed, and empty or by its first line a mapping. A rule at the top of
 * a text, `---js`, or a block that holds prose or a list is text like any other.
 */
export function findFence(text: string): Fence | undefined {
  openingFence.lastIndex = 0
  if (!openingFence.test(text)) return undefined
  const start = openingFence.lastIndex
  closingFence.lastIndex = start - 1
  const closing = closingFence.exec(text)
  if (closing === null) return undefined
  const content = { start, end: closing.index + 1 }
  if (!isMappingLike(text.slice(content.start, content.end))) return undefined
  return { content, end: closingFence.lastIndex }
}

/** The body from `offset` on, without the line breaks around it. */
export function findBody(text: string, offset: number): Span {
  let start = offset
  let end = text.length
  while (start < end && isLineBreak(text, start)) start += 1
  while (end > start && isLineBreak(text, end - 1)) end -= 1
  return { start, end }
}

/** The offset after the key that begins a line at `offset`, or undefined when none does that has its colon there too. */
export function findKeyEnd(text: string, offset: number): number | undefined {
  quotedKey.lastIndex = offset
  if (quotedKey.test(text)) return quotedKey.lastIndex
  indicator.lastIndex = offset
  if (indicator.test(text)) return undefined
  for (let at = offset; at < text.length; at += 1) {
    const character = text[at]
    if (character === '\n' || (character === '#' && isBlank(text[at - 1]))) return undefined
    if (character === ':' && isBlank(text[at + 1])) return trimEnd(text, at)
  }
  return undefined
}

function isMappingLike(content: string): boolean {
  const line = firstContentLine.exec(content)?.[1] ?? ''
  if (line === '') return true
  return /^[ \t]*(?:\{|\?[ \t])|^<{7}(?:[ \t]|$)/.test(line) || findKeyEnd(line.trimStart(), 0) !== undefined
}

function isLineBreak(text: string, at: number): boolean {
  return text[at] === '\n' || text[at] === '\r'
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r' || character === undefined
}

function trimEnd(text: string, end: number): number {
  let at = end
  while (isBlank(text[at - 1])) at -= 1
  return at
}
