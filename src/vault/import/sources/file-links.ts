/** Links of a Markdown text to other files beside it, `[text](../other.md#part)`, as names of those files. */
import { posix } from 'node:path'
import { bodyLines } from '../../../record/outline.ts'
import type { Link } from '../../../record/schema.ts'

const link = /\]\(<?([^()\s<>]+?\.md)(?:#[^()\s<>]*)?>?(?:\s+"[^"]*")?\)/gi

/**
 * Each file that is linked to, once, as a mention: its path counted from where `path` does.
 * @param path of the file that the text is in
 */
export function findFileLinks(body: string, path: string): Link[] {
  const targets = new Set<string>()
  if (!body.includes('.md')) return []
  for (const { text, inFence } of bodyLines(body)) {
    if (inFence || !text.includes('](')) continue
    for (const [, target = ''] of text.replace(/`[^`]*`/g, '').matchAll(link)) {
      if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) targets.add(posix.join(posix.dirname(path), decode(target)))
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
