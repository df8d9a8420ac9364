/** The links of a Markdown body to other records. In code, `[[x]]` is no link. */
import { bodyLines } from './outline.ts'
import { editRecordLinks, findRecordLinks, type RecordLink, writeRecordLink } from './record-link.ts'

const inlineCode = /(`[^`]*`)/

/** What a body links to, each once, as written: `id` or `project/id`. */
export function findLinkTargets(body: string): string[] {
  if (!body.includes('[[')) return []
  const targets = new Set<string>()
  for (const { text, inFence } of bodyLines(body)) {
    if (inFence || !text.includes('[[')) continue
    for (const part of proseOf(text)) for (const { target } of findRecordLinks(part)) targets.add(target)
  }
  return [...targets]
}

function proseOf(line: string): string[] {
  return line.split(inlineCode).filter((_, index) => index % 2 === 0)
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
  return line
    .split(inlineCode)
    .map((part, index) => (index % 2 === 0 ? toEdited(part) : part))
    .join('')
}

/** @param rename the target that takes the place of the one written */
export function retargetBodyLinks(body: string, rename: (target: string) => string): string {
  return editBodyLinks(body, ({ link, written }) => {
    const target = rename(link.target)
    return target === link.target ? written : writeRecordLink({ ...link, target })
  })
}
