/** Links of what is imported, pointed at the records that their targets become. What is not there stays as it was written. */
import { editBodyLinks } from '../../record/body-links.ts'
import { type RecordLink, writeRecordLink } from '../../record/record-link.ts'
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
  const value = editBodyLinks(body, ({ link, written, line }) => {
    const place = resolve(link.target, project)
    // What is embedded and not there is an attachment more often than not.
    if (place === undefined && !link.isEmbed) missing.add(link.target)
    const target = place === undefined ? link.target : toTarget(place, project)
    return target === link.target ? written : writeRecordLink({ ...toLabelled(link, line), target })
  })
  return { value, missing: [...missing] }
}

/** It goes on to show what it showed. */
function toLabelled(link: RecordLink, line: string): RecordLink {
  const bar = line.trimStart().startsWith('|') ? '\\|' : link.bar || '|'
  return { ...link, bar, label: link.bar === '' ? `${link.target}${link.heading}` : link.label }
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
