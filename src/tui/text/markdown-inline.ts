/** What stands inside of a block of Markdown: emphasis, code, links, and records named as `[[target]]`. */
import type { Token } from 'markdown-it'
import type { Line, SpanStyle } from './line.ts'

/** The lines that the writer of the text asked for; without a hard break it is one. */
export function toInlineLines(tokens: readonly Token[], base?: SpanStyle): Line[] {
  const lines: Line[] = [[]]
  const styles: (SpanStyle | undefined)[] = [base]
  const targets: string[] = []
  for (const token of tokens) {
    const { type } = token
    if (type === 'hardbreak') lines.push([])
    else if (type === 'link_open') targets.push(String(token.attrGet('href') ?? ''))
    if (token.nesting === 1) styles.push(styleOf(type) ?? styles.at(-1))
    if (token.nesting === -1) styles.pop()
    const spans = type === 'link_close' ? toTarget(targets.pop(), lines.at(-1)) : toSpans(token, styles.at(-1))
    lines.at(-1)?.push(...spans)
  }
  return lines
}

function styleOf(type: string): SpanStyle | undefined {
  if (type === 'strong_open') return 'bold'
  if (type === 'em_open') return 'italic'
  if (type === 's_open') return 'dim'
  return type === 'link_open' ? 'link' : undefined
}

function toSpans(token: Token, style: SpanStyle | undefined): Line {
  const { type, content, info } = token
  if (type === 'softbreak') return [{ text: ' ', style }]
  if (type === 'code_inline') return [{ text: content, style: 'code' }]
  if (type === 'image') return [{ text: `${content} (image)`, style: 'link' }, ...toTarget(token.attrGet('src'), [])]
  if (type !== 'record_link') return content === '' ? [] : [{ text: content, style }]
  const name: Line = [{ text: `[[${content}]]`, style: 'link' }]
  return info === '' ? name : [{ text: `${info} `, style }, ...name]
}

/** Where a link leads, unless its text says so. */
function toTarget(target: string | number | null | undefined, line: Line | undefined): Line {
  const href = String(target ?? '')
  return href === '' || line?.at(-1)?.text === href ? [] : [{ text: ` (${href})`, style: 'dim' }]
}
