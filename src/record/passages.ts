/**
 * The passages that a long body is cut into, so that one section can answer for the whole. A cut falls before a heading,
 * else between paragraphs, else between lines, else between sentences; never inside a code block.
 */
import { type BodyLine, bodyLines, type Heading, toHeading } from './outline.ts'

export interface Passage {
  /** Lines of the body from 1, both included. Passages that share a line are sentences of it. */
  line: number
  endLine: number
  /** The heading it stands under; empty before the first. */
  heading: string
  /** The headings above that one, outermost first. */
  above: string[]
  /** All of it, the heading's line included. */
  text: string
}

/** Some 200 words: what an answer takes, and few enough that words which stand together belong together. */
const wanted = 1200
/** Past this size a line's end is enough to cut at, and a line that is longer by itself is cut between sentences. */
const most = 1800

/** How far a cut may be moved to fall after a sentence. */
const slack = 120

interface Open extends Passage {
  /** Nothing but headings and blank lines so far: the next heading stays with them. */
  isBare: boolean
}

/** Every line is in one passage, but for lines that are too long by themselves; the texts hold the body and nothing twice. */
export function cutPassages(body: string): Passage[] {
  const passages: Passage[] = []
  const path: Heading[] = []
  let open: Open | undefined
  for (const line of bodyLines(body)) {
    const heading = toHeading(line)
    if (open !== undefined && isEnd(open, line, heading)) {
      passages.push(toPassage(open))
      open = undefined
    }
    if (heading !== undefined) enter(path, heading)
    const [first = '', ...rest] = cutLine(line)
    open = extend(open, { line, text: first, heading, path })
    for (const text of rest) {
      passages.push(toPassage(open))
      open = extend(undefined, { line, text, heading, path })
    }
  }
  if (open !== undefined) passages.push(toPassage(open))
  return passages
}

function isEnd({ text, isBare }: Open, line: BodyLine, heading: Heading | undefined): boolean {
  if (line.continuesFence) return false
  if (heading !== undefined) return !isBare
  const isBorder = line.text.trim() === '' && text.length > wanted
  return isBorder || (!isBare && text.length + line.text.length > most)
}

/** A heading closes all that are not above it. */
function enter(path: Heading[], heading: Heading): void {
  const depth = path.findIndex(({ level }) => level >= heading.level)
  if (depth >= 0) path.length = depth
  path.push(heading)
}

interface Extension {
  line: BodyLine
  text: string
  heading: Heading | undefined
  path: readonly Heading[]
}

function extend(open: Open | undefined, { line, text, heading, path }: Extension): Open {
  const titles = path.map((above) => above.text)
  return {
    line: open?.line ?? line.number,
    endLine: line.number,
    heading: titles.at(-1) ?? '',
    above: titles.slice(0, -1),
    text: open === undefined ? text : `${open.text}\n${text}`,
    isBare: (open?.isBare ?? true) && (heading !== undefined || text.trim() === ''),
  }
}

function toPassage({ isBare: _, ...passage }: Open): Passage {
  return passage
}

/** A line that is too long by itself, in pieces of like size that end with a sentence if one ends there, else with a word. */
function cutLine({ text, inFence }: BodyLine): string[] {
  const pieces: string[] = []
  let rest = text
  while (!inFence && rest.length > most) {
    const cut = lastEnd(rest.slice(0, rest.length / Math.ceil(rest.length / most) + slack))
    pieces.push(rest.slice(0, cut))
    rest = rest.slice(cut)
  }
  return [...pieces, rest]
}

function lastEnd(text: string): number {
  const sentence = [...text.matchAll(/[.!?](?=\s)|[。！？]/gu)].findLast(({ index }) => index >= wanted / 2)
  if (sentence !== undefined) return sentence.index + 1
  const blank = text.lastIndexOf(' ')
  if (blank >= wanted / 2) return blank
  const isPair = /[\ud800-\udbff]$/.test(text)
  return isPair ? text.length - 1 : text.length
}
