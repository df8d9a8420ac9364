/**
 * Markdown as lines for a terminal: what it says, with as little of its marks as a reader needs. HTML in it is shown as
 * text, nothing in it is obeyed. Only as much of a long text is read as the asked-for lines can need.
 */
import MarkdownIt, { type Token } from 'markdown-it'
import { toGraphemeStart } from '../../lib/text-cut.ts'
import { addRecordLinks } from '../../record/markdown-record-links.ts'
import { cellWidth } from './cells.ts'
import { cutLine, type Line } from './line.ts'
import { markWords } from './mark-words.ts'
import { toInlineLines } from './markdown-inline.ts'
import { toTableLines } from './markdown-table.ts'
import { wrapLine } from './wrap-line.ts'

export interface MarkdownView {
  /** Cells of a line. */
  width: number
  /** What the query looked for, to be highlighted. */
  words: readonly string[]
  /** Lines at most. */
  limit: number
}

/**
 * The first lines of a text. A link whose target is named far below of what they show stays as it is written, and where
 * very much of a text shows nothing, a line says that it goes on.
 */
export function toMarkdownLines(text: string, view: MarkdownView): Line[] {
  const { width, limit } = view
  if (width < 1) return []
  const [few, many] = partSizes(width, limit)
  const first = toPartLines(text, few, view)
  const { lines, isWhole } = first.isWhole || first.lines.length >= limit ? first : toPartLines(text, many, view)
  const shown =
    isWhole || lines.length >= limit ? lines : [...lines, [{ text: '… (it goes on)', style: 'dim' as const }]]
  return shown.slice(0, limit).map((line) => cutLine(line, width))
}

function toPartLines(text: string, size: number, view: MarkdownView): { lines: Line[]; isWhole: boolean } {
  const part = beginningOf(text, size)
  return { lines: toBlockLines(markdown.parse(part, {}), view), isWhole: part.length === text.length }
}

const markdown = new MarkdownIt({ html: false })
addRecordLinks(markdown)

/**
 * Characters that mostly fill so many lines: a quarter more than they hold, for marks and blank lines, which take less
 * room than they are long. Where they do not, once more four times as many.
 */
function partSizes(width: number, limit: number): [few: number, many: number] {
  const few = Math.max(4096, Math.ceil(width * limit * 1.25))
  return [few, 4 * few]
}

/** Whole lines, unless one is longer than all that is wanted. */
function beginningOf(text: string, size: number): string {
  if (text.length <= size) return text
  const lineEnd = text.lastIndexOf('\n', size)
  return text.slice(0, lineEnd > size / 2 ? lineEnd : toGraphemeStart(text, size))
}

/** The blocks of one container, as far as they are needed, with a blank line between them unless they are items of a tight list. */
function toBlockLines(tokens: readonly Token[], view: MarkdownView): Line[] {
  const lines: Line[] = []
  for (let place = 0; place < tokens.length && lines.length < view.limit; ) {
    const token = tokens[place]
    if (token === undefined) break
    const end = endOf(tokens, place)
    const block = toBlock(token, tokens.slice(place + 1, end), view).slice(0, view.limit)
    if (lines.length > 0 && !isTight(tokens, place)) lines.push([])
    lines.push(...block)
    place = end + 1
  }
  return lines
}

/** Place of the token that closes the one at `place`. */
function endOf(tokens: readonly Token[], place: number): number {
  const open = tokens[place]
  if (open?.nesting !== 1) return place
  let end = place + 1
  while (end < tokens.length && !(tokens[end]?.nesting === -1 && tokens[end]?.level === open.level)) end += 1
  return end
}

/** The paragraphs of a tight list are hidden ones, and what follows them in an item follows at once. */
function isTight(tokens: readonly Token[], place: number): boolean {
  return tokens[place]?.hidden === true || tokens[place - 1]?.hidden === true
}

function toBlock(token: Token, inner: readonly Token[], view: MarkdownView): Line[] {
  switch (token.type) {
    case 'heading_open':
      return toTextLines(inner, view, { text: `${'#'.repeat(Number(token.tag.slice(1)))} `, style: 'heading' })
    case 'paragraph_open':
      return toTextLines(inner, view)
    case 'bullet_list_open':
      return toListLines(inner, view, () => '• ')
    case 'ordered_list_open':
      return toListLines(inner, view, (item) => `${item.info}${item.markup} `)
    case 'blockquote_open':
      return indented(view, { text: '│ ', style: 'dim' }, { text: '│ ', style: 'dim' }, inner)
    case 'table_open':
      return toTableLines(inner, view.width, view.limit).map((line) => markWords(line, view.words))
    case 'fence':
    case 'code_block':
      return toCodeLines(token.content, view)
    case 'hr':
      return [[{ text: '─'.repeat(view.width), style: 'dim' }]]
    default:
      return toTextLines([token], view)
  }
}

type Mark = Line[number]

function toTextLines(inner: readonly Token[], { width, words, limit }: MarkdownView, mark?: Mark): Line[] {
  const lines = inner.flatMap(({ children }) => toInlineLines(children ?? [], mark?.style))
  return lines.flatMap((line, index) => {
    const marked = markWords(line, words)
    return wrapLine(mark !== undefined && index === 0 ? [mark, ...marked] : marked, width, limit)
  })
}

function toListLines(items: readonly Token[], view: MarkdownView, markOf: (item: Token) => string): Line[] {
  const itemLevel = items[0]?.level ?? 0
  const isLoose = items.some(
    ({ type, hidden, level }) => type === 'paragraph_open' && !hidden && level === itemLevel + 1,
  )
  const lines: Line[] = []
  for (let place = 0; place < items.length && lines.length < view.limit; ) {
    const item = items[place]
    if (item === undefined) break
    const end = endOf(items, place)
    const text = markOf(item)
    if (lines.length > 0 && isLoose) lines.push([])
    lines.push(...indented(view, { text }, { text: ' '.repeat(cellWidth(text)) }, items.slice(place + 1, end)))
    place = end + 1
  }
  return lines
}

/** Cells that the text of a nested block keeps; deeper ones are not indented any more. */
const leastWidth = 8

function indented(view: MarkdownView, first: Mark, rest: Mark, inner: readonly Token[]): Line[] {
  const width = view.width - cellWidth(first.text)
  if (width < leastWidth) return toBlockLines(inner, view)
  const lines = toBlockLines(inner, { ...view, width })
  return (lines.length === 0 ? [[]] : lines).map((line, index) => [index === 0 ? first : rest, ...line])
}

/** Columns between tab stops in code. */
const tabStop = 4

/** As it stands there: cut where there is no room, never broken into other lines. */
function toCodeLines(content: string, { width, words, limit }: MarkdownView): Line[] {
  const lines = content.replace(/\n$/, '').split('\n', limit)
  return lines.map((line) => cutLine(markWords([{ text: `  ${expandTabs(line)}`, style: 'code' }], words), width))
}

function expandTabs(text: string): string {
  if (!text.includes('\t')) return text
  return text.split('\t').reduce((line, part) => line + ' '.repeat(tabStop - (cellWidth(line) % tabStop)) + part)
}
