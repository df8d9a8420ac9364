/** Links of what is imported, pointed at the records that their targets become. What is not there stays as it was written. */
import { bodyLines } from '../../record/outline.ts'
import type { Link } from '../../record/schema.ts'
import type { Place } from './name-index.ts'

/** Finds what a link means by its target, seen from the project of who links. */
export type Resolve = (name: string, project: string) => Place | undefined

export interface Linked<T> {
  value: T
  /** Targets that are not there. */
  missing: string[]
}

/** `[[A Note#Part|text]]` becomes `[[a-note#Part|text]]`, `[[A Note]]` becomes `[[a-note|A Note]]`; code stays. */
export function pointBodyLinks(body: string, project: string, resolve: Resolve): Linked<string> {
  const missing = new Set<string>()
  if (!body.includes('[[')) return { value: body, missing: [] }
  const lines = [...bodyLines(body)].map(({ text, inFence }) => {
    if (inFence || !text.includes('[[')) return text
    const isRow = text.trimStart().startsWith('|')
    const point = (part: string): string => pointIn(part, isRow, { project, resolve, missing })
    return text
      .split(/(`[^`]*`)/)
      .map((part) => (part.startsWith('`') ? part : point(part)))
      .join('')
  })
  return { value: lines.join('\n'), missing: [...missing] }
}

/** No part may hold `[[`: otherwise a row of them would be tried again from each one. */
const wikilink = /(!?)\[\[([^[\]|#\n]+)(#(?:[^[\]|\n]|\[(?!\[))*)?(\|(?:[^[\]\n]|\[(?!\[))*)?\]\]/g

interface Pointing {
  project: string
  resolve: Resolve
  missing: Set<string>
}

/** @param isRow whether it is of a table, where the bar is written `\\|` */
function pointIn(text: string, isRow: boolean, { project, resolve, missing }: Pointing): string {
  return text.replace(wikilink, (link: string, embed: string, written: string, heading = '', label = '') => {
    const name = written.replace(/\\$/, '').trim()
    const place = resolve(name, project)
    // What is embedded and not there is an attachment more often than not.
    if (place === undefined && embed === '') missing.add(name)
    const target = place === undefined ? name : toTarget(place, project)
    if (target === name) return link
    const bar = isRow || written.endsWith('\\') ? '\\|' : '|'
    const shown = label === '' ? `${name}${heading}` : label.slice(1)
    return `${embed}[[${target}${heading}${bar}${shown}]]`
  })
}

/** Links that a record has besides those in its body, each once. */
export function pointLinks(links: readonly Link[], project: string, resolve: Resolve): Linked<Link[]> {
  const pointed = new Map<string, Link>()
  const missing = new Set<string>()
  for (const { type, target } of links) {
    const place = resolve(target, project)
    if (place === undefined) missing.add(target)
    // The text says it already, in words that lead nowhere here.
    if (place === undefined && type === 'mentions') continue
    const link = { type, target: place === undefined ? target : toTarget(place, project) }
    pointed.set(`${link.type}\0${link.target}`, link)
  }
  return { value: [...pointed.values()], missing: [...missing] }
}

function toTarget(place: Place, project: string): string {
  return place.project === project ? place.id : `${place.project}/${place.id}`
}
