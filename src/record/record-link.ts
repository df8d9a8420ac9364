/** How a text names a record: `[[target]]`, `[[target#heading]]`, `[[target#heading|label]]`. */

export interface RecordLink {
  /** `id` or `project/id`. */
  target: string
  /** The part that is meant, behind a `#`; empty for the whole. */
  heading: string
  /** What stands before the label: `|`, in a table `\|`; empty where there is no label. */
  bar: string
  label: string
  /** A `!` stands before the link: its target is to be shown there. */
  isEmbed: boolean
}

/** No part may hold `[[`: otherwise a row of them would be tried again from each one. */
const source = String.raw`(?<=(!?))\[\[(?!\s*[\]|#])([^[\]|#\n]+?)(#(?:[^[\]|\n]|\[(?!\[))*?)?(?:(\\?\|)((?:[^[\]\n]|\[(?!\[))*))?\]\]`
const anywhere = new RegExp(source, 'g')
const here = new RegExp(source, 'y')

export function findRecordLinks(text: string): RecordLink[] {
  return Array.from(text.matchAll(anywhere), toRecordLink)
}

/** The link that begins at this place of the text, and how many characters it takes. */
export function findRecordLinkAt(text: string, place: number): { link: RecordLink; length: number } | undefined {
  here.lastIndex = place
  const found = here.exec(text)
  return found === null ? undefined : { link: toRecordLink(found), length: found[0].length }
}

/** @param edit what takes the place of the link, given how it was written, too */
export function editRecordLinks(text: string, edit: (link: RecordLink, written: string) => string): string {
  return text.replace(anywhere, (...found: string[]) => edit(toRecordLink(found), found[0] ?? ''))
}

export function writeRecordLink({ target, heading, bar, label }: Omit<RecordLink, 'isEmbed'>): string {
  return `[[${target}${heading}${bar}${label}]]`
}

function toRecordLink([, mark, target = '', heading = '', bar = '', label = '']: readonly string[]): RecordLink {
  return { target: target.trim(), heading, bar, label, isEmbed: mark === '!' }
}
