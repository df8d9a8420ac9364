/**
 * The shape of a Markdown body: its headings, its links to other records, and the passages it is cut into.
 * Knows fences, so a `# comment` in a code block is no heading and a `[[x]]` in one is no link.
 */

export interface Heading {
  /** 1-based line in the body. */
  line: number
  level: number
  text: string
}

export interface Passage {
  /** 1-based lines, both included. */
  line: number
  endLine: number
  /** The heading it stands under; empty before the first. */
  heading: string
  text: string
}

export interface BodyLink {
  /** As written: `id` or `project/id`. */
  target: string
}

/** A passage is closed at the first paragraph border past this size: some 200 words, what one snippet can show. */
const passageLength = 1200

const fence = /^ {0,3}(```+|~~~+)/
const heading = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*[ \t]*$/

interface BodyLine {
  number: number
  text: string
  inFence: boolean
}

export function findHeadings(body: string): Heading[] {
  if (!body.includes('#')) return []
  const found: Heading[] = []
  for (const { number, text, inFence } of bodyLines(body)) {
    const match = inFence ? null : heading.exec(text)
    if (match !== null) found.push({ line: number, level: match[1]?.length ?? 1, text: match[2] ?? '' })
  }
  return found
}

/** Cuts the body at headings and, where a section is long, at blank lines. Every line is in exactly one passage. */
export function cutPassages(body: string): Passage[] {
  const passages: Passage[] = []
  let current: { from: number; heading: string; lines: string[]; size: number } | undefined
  const close = (): void => {
    if (current === undefined) return
    const { from, heading: title, lines } = current
    passages.push({ line: from, endLine: from + lines.length - 1, heading: title, text: lines.join('\n') })
    current = undefined
  }
  let title = ''
  for (const { number, text, inFence } of bodyLines(body)) {
    const match = inFence ? null : heading.exec(text)
    const isFull = current !== undefined && current.size > passageLength && text.trim() === '' && !inFence
    if (match !== null || isFull) close()
    if (match !== null) title = match[2] ?? ''
    current ??= { from: number, heading: title, lines: [], size: 0 }
    current.lines.push(text)
    current.size += text.length
  }
  close()
  return passages
}

/** The `[[id]]`, `[[project/id#heading|text]]` links of a body, each target once. */
export function findBodyLinks(body: string): BodyLink[] {
  if (!body.includes('[[')) return []
  const targets = new Set<string>()
  for (const { text, inFence } of bodyLines(body)) {
    if (inFence || !text.includes('[[')) continue
    for (const match of text.replace(/`[^`]*`/g, '').matchAll(/\[\[([^\]|#\n]+)(?:#[^\]|\n]*)?(?:\|[^\]\n]*)?\]\]/g)) {
      // In a table the bar is written `\|`.
      const target = (match[1] ?? '').replace(/\\$/, '').trim()
      if (target !== '') targets.add(target)
    }
  }
  return [...targets].map((target) => ({ target }))
}

/** The first sentence outside headings and code, without the mark of a list or quotation; empty if there is none. */
export function firstSentence(body: string): string {
  const lines: string[] = []
  for (const { text, inFence } of bodyLines(body)) {
    const isProse = !inFence && text.trim() !== '' && !heading.test(text)
    if (isProse) lines.push(text.trim().replace(/^(?:[-*+>]\s+)+/, ''))
    else if (lines.length > 0) break
  }
  const paragraph = lines.join(' ')
  return /^.*?[.!?](?=\s|$)|^.*?[。！？]/u.exec(paragraph)?.[0] ?? paragraph
}

/** The text of the first heading, else the first sentence, else nothing; for a record that came without a title. */
export function firstTitle(body: string): string | undefined {
  const first = findHeadings(body)[0]
  if (first !== undefined) return first.text
  const line = body
    .split('\n')
    .find((text) => text.trim() !== '')
    ?.trim()
  if (line === undefined) return undefined
  const sentence = /^.*?[.!?。！？](?=\s|$)/u.exec(line)?.[0] ?? line
  return (
    sentence
      .replace(/[.。]$/u, '')
      .replace(/^[-*>\s]+/, '')
      .trim() || undefined
  )
}

function* bodyLines(body: string): Generator<BodyLine> {
  let open: string | undefined
  let number = 0
  for (const text of body.split('\n')) {
    number++
    const mark = fence.exec(text)?.[1]
    const opens = open === undefined && mark !== undefined
    yield { number, text, inFence: open !== undefined || opens }
    if (opens) open = mark
    else if (open !== undefined && mark?.startsWith(open)) open = undefined
  }
}
