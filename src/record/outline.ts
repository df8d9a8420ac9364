/** The shape of a Markdown body: its lines and its headings. Knows fences: a `# comment` in a code block is no heading. */

export interface Heading {
  /** 1-based line in the body. */
  line: number
  level: number
  text: string
}

const fence = /^ {0,3}(```+|~~~+)/
const headingMark = /^ {0,3}(#{1,6})[ \t]+/

export interface BodyLine {
  /** Counted from 1. */
  number: number
  text: string
  /** A line of a code block, or one of the two that fence it. */
  inFence: boolean
  /** The line before belongs to the same code block. */
  continuesFence: boolean
}

export function findHeadings(body: string): Heading[] {
  return [...headingsOf(body)]
}

function* headingsOf(body: string): Generator<Heading> {
  if (!body.includes('#')) return
  for (const line of bodyLines(body)) {
    const found = toHeading(line)
    if (found !== undefined) yield found
  }
}

/** Whether one of the signs is the first behind at most three blanks: what a pattern need not be asked of most lines. */
function opensWith(text: string, signs: string): boolean {
  let at = 0
  while (at < 3 && text.charCodeAt(at) === 0x20) at++
  return at < text.length && signs.includes(text.charAt(at))
}

/** The heading that a line is. */
export function toHeading({ number, text, inFence }: BodyLine): Heading | undefined {
  const match = inFence || !opensWith(text, '#') ? null : headingMark.exec(text)
  if (match === null) return undefined
  const [mark, signs = ''] = match
  const words = text.slice(mark.length, closedFrom(text, mark.length))
  return words === '' ? undefined : { line: number, level: signs.length, text: words }
}

/**
 * Where the words of a heading end: signs that close it stand behind a blank (CommonMark, section 4.2), those of `C#` do
 * not. Sign by sign, because a pattern that may end at each blank of a line goes to its end from every one of them.
 */
function closedFrom(text: string, start: number): number {
  const skip = (signs: string, from: number): number => {
    let end = from
    while (end > start && signs.includes(text.charAt(end - 1))) end -= 1
    return end
  }
  const end = skip(' \t', text.length)
  const closing = skip('#', end)
  return closing === start || ' \t'.includes(text.charAt(closing - 1)) ? skip(' \t', closing) : end
}

/** Marks of lists and quotations before the words of a line. */
const lead = /^(?:(?:[-*+>]|\d{1,9}[.)])\s+)+/
const rule = /^(?:[-*_=]\s*){3,}$/
/** What ends a sentence: a mark before a blank, or one of the scripts that put no blank there. */
const sentence = /^.*?[.!?…]["')\]]*(?=\s|$)|^.*?[。！？]/u

/** The first sentence outside headings, rules and code, without the mark of a list or quotation; empty if there is none. */
export function firstSentence(body: string): string {
  const lines: string[] = []
  for (const bodyLine of bodyLines(body)) {
    const line = bodyLine.text.trim()
    const isProse = !bodyLine.inFence && line !== '' && toHeading(bodyLine) === undefined && !rule.test(line)
    if (isProse) lines.push(line.replace(lead, ''))
    else if (lines.length > 0) break
  }
  const paragraph = lines.join(' ')
  return sentence.exec(paragraph)?.[0] ?? paragraph
}

/** The body without its code blocks. */
export function withoutFences(body: string): string {
  if (!body.includes('```') && !body.includes('~~~')) return body
  return [...bodyLines(body)].flatMap(({ text, inFence }) => (inFence ? [] : [text])).join('\n')
}

/** The body without its code blocks, but for one that nothing closes: half of a conflict may have opened it. */
export function withoutClosedFences(body: string): string {
  const lines = [...bodyLines(body)]
  const last = lines.findLastIndex(({ inFence, continuesFence }) => inFence && !continuesFence)
  const open = markOf(lines[last]?.text ?? '') ?? ''
  const closes = ({ text }: BodyLine): boolean => isClosing(text, markOf(text), open)
  const isOpen = lines.at(-1)?.inFence === true && !lines.slice(last + 1).some(closes)
  return lines.flatMap(({ text, inFence }, at) => (inFence && !(isOpen && at >= last) ? [] : [text])).join('\n')
}

/** The text of the first heading, else the first sentence, else nothing; for a record that came without a title. */
export function firstTitle(body: string): string | undefined {
  for (const { text } of headingsOf(body)) return text
  const line = firstLine(body)
  if (line === undefined) return undefined
  const sentence = /^.*?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line
  return (
    sentence
      .replace(/[.。]$/u, '')
      .replace(/^[-*>\s]+/, '')
      .trim() || undefined
  )
}

/** The first line with anything to say, which a fence and an empty heading are without; else the first at all. */
function firstLine(body: string): string | undefined {
  let first: string | undefined
  for (const { text, inFence, continuesFence } of bodyLines(body)) {
    const line = text.trim()
    if (line === '') continue
    first ??= line
    const isFence = inFence && !continuesFence
    if (!isFence && !/^#{1,6}$/.test(line)) return line
  }
  return first
}

/** The lines of a body, each told apart from code. A fence that nothing closes goes on to the end. */
export function* bodyLines(body: string): Generator<BodyLine> {
  let open: string | undefined
  let number = 0
  for (const text of body.split('\n')) {
    number++
    const mark = markOf(text)
    const opens = open === undefined && mark !== undefined
    yield { number, text, inFence: open !== undefined || opens, continuesFence: open !== undefined }
    if (opens) open = mark
    else if (open !== undefined && isClosing(text, mark, open)) open = undefined
  }
}

/** What the line would open a block of code with, or close one. */
function markOf(text: string): string | undefined {
  return opensWith(text, '`~') ? fence.exec(text)?.[1] : undefined
}

function isClosing(text: string, mark: string | undefined, open: string): boolean {
  return mark?.startsWith(open) === true && text.trim() === mark
}
