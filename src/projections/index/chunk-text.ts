/** What of a record a model is given as one text, and the hash by which the vector of it is kept. */
import { sha256 } from '../../lib/hash.ts'

/**
 * The title and a passage, or the whole body of a short record. A title that the text begins with anyway, as one that was
 * made from it does, or that holds no word, would only take room: models read the first hundred words or so.
 */
export function toChunkText(title: string, text: string): string {
  const isTelling = /[\p{L}\p{N}]/u.test(title) && !beginsWith(text, beginning(title))
  return isTelling ? `${title}\n${text}` : text
}

/** Half of one tells texts apart as well. */
export function chunkHash(text: string): string {
  return sha256(text).slice(0, 32)
}

/** Most texts and titles differ in their first letter already. */
function beginsWith(text: string, title: string): boolean {
  const first = /[^\s#>*-]/.exec(text)?.[0]
  return (first === undefined || first === title[0]) && beginning(text).startsWith(title)
}

/** Marks of headings and lists left out, and the sign of a title that was cut. */
function beginning(text: string): string {
  return text
    .slice(0, 1000)
    .replace(/^[\s#>*-]+|…$/g, '')
    .replace(/\s+/g, ' ')
}
