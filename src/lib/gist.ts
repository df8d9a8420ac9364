/** The first thing that a text says, for a line of a list. */
import { truncate } from './text-cut.ts'

const mostChars = 160

/** A mark that ends a sentence and stands before a blank, or one of the scripts that put no blank there. */
const sentenceEnd = /[.!?…]["')\]]*(?=\s)|[。！？]/u

/** Headings and rules say no sentence; they are only taken where there is nothing else. */
const unspoken = /^\s*(?:#{1,6}\s|[-*_=]{3,}\s*$|```|~~~|$)/

/** Marks of lists and quotes before the words. */
const lead = /^\s*(?:(?:[-*+>]|\d{1,9}[.)])\s+)*/

/** The first sentence of a Markdown text, or as much of its first line as 160 characters hold. One line, maybe empty. */
export function toGist(text: string): string {
  const lines = text.split('\n', 200)
  const spoken = lines.find((line) => !unspoken.test(line)) ?? lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? ''
  const line = spoken
    .replace(lead, '')
    .replace(/^#{1,6}\s+/, '')
    .trim()
  const end = sentenceEnd.exec(line)
  return truncate(end === null ? line : line.slice(0, end.index + end[0].length), mostChars)
}
