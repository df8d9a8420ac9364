/** A Markdown text cut at its upper headings, so that each part can be found on its own. */
import { bodyLines, type Heading, toHeading } from '../../../record/outline.ts'

export interface Section {
  /** Its heading, with a number after it where there is another one alike; undefined for what stands before all of them. */
  name: string | undefined
  /** With the heading. */
  text: string
}

/**
 * Cuts at the uppermost level that has two headings or more: a lone title belongs to what follows it. A text without
 * such a level is one section. What stands before the first cut is a section if it says more than a heading.
 */
export function splitSections(body: string): Section[] {
  const lines = [...bodyLines(body)]
  const headings = lines.flatMap((line) => toHeading(line) ?? [])
  const level = findLevel(headings)
  const cuts = headings.filter((heading) => heading.level <= level)
  const texts = lines.map(({ text }) => text)
  const before = texts.slice(0, (cuts[0]?.line ?? texts.length + 1) - 1).join('\n')
  const count = makeCounter()
  const sections = cuts.map(({ line, text }, index) => ({
    name: count(text),
    text: texts.slice(line - 1, (cuts[index + 1]?.line ?? texts.length + 1) - 1).join('\n'),
  }))
  const all = before.trim() === '' ? sections : [{ name: undefined, text: before }, ...sections]
  return all.length === 1 ? all : all.filter(({ text }) => hasContent(text))
}

/** 0 cuts nowhere. */
function findLevel(headings: readonly Heading[]): number {
  return [1, 2, 3].find((level) => headings.filter((heading) => heading.level === level).length > 1) ?? 0
}

function hasContent(text: string): boolean {
  return [...bodyLines(text)].some((line) => line.text.trim() !== '' && toHeading(line) === undefined)
}

/** `Testing`, `Testing (2)`. */
function makeCounter(): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  }
}
