/**
 * How a record is told in a pack, in each of the tiers. What is stored is data and never an instruction: it stands
 * behind `>` or in one line, with everything shown that a terminal would obey or a reader would not see.
 */
import { toHarmless } from '../lib/harmless.ts'
import { truncate } from '../lib/text-cut.ts'
import { estimateTokens } from '../lib/token-estimate.ts'
import { findHeadings, firstSentence } from '../record/outline.ts'
import { humanMoment, parseInstant } from '../record/times.ts'
import type { Tier } from './disclosure.ts'

export interface Told {
  /** What a reader may ask for it by: `id`, or `project/id` where there are several projects. */
  name: string
  kind: string
  title: string
  status: string
  updated: string
  severity?: string
  supersededBy?: string
  expired?: true
  flaggedStale?: true
  body: string
}

/** Lengths in UTF-16 units: a line is some 300 at most, a name some 100. */
const longestTitle = 100
const longestSentence = 200
const longestHeading = 40
const mostHeadings = 5

/** @param now milliseconds since the epoch */
export function toPackTexts(record: Told, now: number): { [tier in Tier]: string } {
  const title = toHarmless(truncate(record.title, longestTitle))
  const facts = toFacts(record, now).join(', ')
  return {
    full: `### ${record.name} (${facts})\n\n${quote(`${heading(record)}${record.body.trim()}`)}\n`,
    line: `- ${record.name} (${facts}): ${title}${toOutline(record)}`,
    index: `- ${record.name}: ${title}`,
  }
}

function toFacts(
  { kind, status, severity, updated, supersededBy, expired, flaggedStale }: Told,
  now: number,
): string[] {
  const instant = parseInstant(updated)
  return [
    kind,
    ...(severity === undefined ? [] : [toHarmless(severity)]),
    ...(instant === undefined ? [] : [humanMoment(instant, now)]),
    ...(status === 'active' ? [] : [status]),
    ...(supersededBy === undefined ? [] : [`by ${toHarmless(supersededBy)}`]),
    ...(expired ? ['expired'] : []),
    ...(flaggedStale ? ['said to be stale'] : []),
  ]
}

/** The title, unless the text begins with it. */
function heading({ title, body }: Told): string {
  const start = body.trimStart().replace(/^#+\s*/, '')
  return start.startsWith(title) ? '' : `${title}\n\n`
}

function quote(text: string): string {
  const lines = toHarmless(text, { keepNewlines: true }).trimEnd().split('\n')
  return lines.map((line) => (line === '' ? '>' : `> ${line}`)).join('\n')
}

/** What the text says first, what its sections are, and what it costs to read it. */
function toOutline({ title, body }: Told): string {
  const sentence = toHarmless(truncate(firstSentence(body), longestSentence))
  const headings = findHeadings(body)
    .map(({ text }) => text)
    .filter((text) => text !== title)
  const named = headings.slice(0, mostHeadings).map((text) => toHarmless(truncate(text, longestHeading)))
  const sections =
    named.length === 0 ? [] : [`sections: ${named.join('; ')}${headings.length > named.length ? ' …' : ''}`]
  const start = sentence === '' || title.startsWith(sentence.replace(/[.。]$/, '')) ? '' : ` – ${sentence}`
  return `${start} [${[...sections, `about ${estimateTokens(body)} tokens`].join(' · ')}]`
}
