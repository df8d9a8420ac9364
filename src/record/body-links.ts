/** The links of a Markdown body to other records. In code, `[[x]]` is no link. */
import { bodyLines } from './outline.ts'
import { editRecordLinks, findRecordLinks, type RecordLink, writeRecordLink } from './record-link.ts'

/** What a body links to, each once, as written: `id` or `project/id`. */
export function findLinkTargets(body: string): string[] {
  if (!body.includes('[[')) return []
  const targets = new Set<string>()
  for (const { text, inFence } of bodyLines(body)) {
    if (inFence || !text.includes('[[')) continue
    for (const part of splitCode(text)) {
      if (!part.isCode) for (const { target } of findRecordLinks(part.text)) targets.add(target)
    }
  }
  return [...targets]
}

interface Part {
  text: string
  isCode: boolean
}

/**
 * The line in its parts. Code begins with some backticks and ends with as many (CommonMark, section 6.1), so it may hold
 * fewer or more of them in a row; those that nothing closes are prose.
 */
function splitCode(line: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { start, closing } of findTicks(line)) {
    if (start < end || closing === undefined) continue
    parts.push({ text: line.slice(end, start), isCode: false }, { text: line.slice(start, closing), isCode: true })
    end = closing
  }
  return [...parts, { text: line.slice(end), isCode: false }]
}

/** Where backticks in a row begin, and where the next as many of them end. */
function findTicks(line: string): { start: number; closing: number | undefined }[] {
  const ends = new Map<number, number>()
  const backwards = [...line.matchAll(/`+/g)].reverse().map(({ 0: { length }, index: start }) => {
    const closing = ends.get(length)
    ends.set(length, start + length)
    return { start, closing }
  })
  return backwards.reverse()
}

/** A link of a body, to be written anew. */
export interface FoundLink {
  link: RecordLink
  written: string
  /** The whole line that it stands in. */
  line: string
}

/** @param edit what takes the place of the link */
export function editBodyLinks(body: string, edit: (found: FoundLink) => string): string {
  if (!body.includes('[[')) return body
  return [...bodyLines(body)].map(({ text, inFence }) => (inFence ? text : editLine(text, edit))).join('\n')
}

function editLine(line: string, edit: (found: FoundLink) => string): string {
  const toEdited = (part: string): string => editRecordLinks(part, (link, written) => edit({ link, written, line }))
  return splitCode(line)
    .map(({ text, isCode }) => (isCode ? text : toEdited(text)))
    .join('')
}

/** @param rename the target that takes the place of the one written */
export function retargetBodyLinks(body: string, rename: (target: string) => string): string {
  return editBodyLinks(body, ({ link, written }) => {
    const target = rename(link.target)
    return target === link.target ? written : writeRecordLink({ ...link, target })
  })
}
