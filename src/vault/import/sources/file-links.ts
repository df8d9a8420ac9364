/** Links of a Markdown text to other files beside it, `[text](../other.md#part)`, as names of those files. */
import { posix } from 'node:path'
import { bodyLines } from '../../../record/outline.ts'
import type { Link } from '../../../record/schema.ts'

const link = /\]\(<?([^()\s<>]+)>?(?:\s+"[^"]*")?\)/g

/**
 * Each file that is linked to, once, as a mention: its path counted from where `path` does.
 * @param path of the file that the text is in
 */
export function findFileLinks(body: string, path: string): Link[] {
  const targets = new Set<string>()
  if (!body.includes('.md')) return []
  for (const { text, inFence } of bodyLines(body)) {
    if (inFence || !text.includes('](')) continue
    for (const [, written = ''] of text.replace(/`[^`]*`/g, '').matchAll(link)) {
      const target = written.split('#')[0] ?? ''
      const isFile = /\.md$/i.test(target) && !/^[a-z][a-z0-9+.-]*:/i.test(target)
      if (isFile) targets.add(posix.join(posix.dirname(path), decode(target)))
    }
  }
  return [...targets].map((target) => ({ type: 'mentions', target }))
}

/** A `%` that begins no escape is one that someone typed. */
function decode(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
