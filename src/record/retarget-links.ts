/** The links in a body led to where their records are now. Code is left alone, as it is where links are read. */
import { bodyLines } from './outline.ts'

/** @param rename the target that takes the place of the one written */
export function retargetBodyLinks(body: string, rename: (target: string) => string): string {
  if (!body.includes('[[')) return body
  return [...bodyLines(body)].map(({ text, inFence }) => (inFence ? text : retargetLine(text, rename))).join('\n')
}

/** `[[target`, up to the heading, the shown text or the end, which stay; in a table the bar is written `\|`. */
const link = /\[\[([^\]|#\n]+?)(\\?(?:#[^\]|\n]*)?(?:\|[^\]\n]*)?\]\])/g

function retargetLine(text: string, rename: (target: string) => string): string {
  const parts = text.split(/(`[^`]*`)/)
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return part
      return part.replace(link, (whole, written: string, rest: string) => {
        const target = written.trim()
        const renamed = target === '' ? target : rename(target)
        return renamed === target ? whole : `[[${renamed}${rest}`
      })
    })
    .join('')
}
