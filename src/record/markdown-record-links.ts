/** Links between records, for a parser of Markdown. */
import type { MarkdownIt } from 'markdown-it'
import { findRecordLinkAt } from './record-link.ts'

/** Teaches the parser a token `record_link`: its content is the target, its info the label, or nothing. */
export function addRecordLinks(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('link', 'record-link', (state, isSilent) => {
    const found = findRecordLinkAt(state.src, state.pos)
    if (found === undefined) return false
    if (!isSilent) {
      const token = state.push('record_link', '', 0)
      token.content = found.link.target
      token.info = found.link.label.trim()
    }
    state.pos += found.length
    return true
  })
}
