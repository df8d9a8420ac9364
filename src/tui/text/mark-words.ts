/** Lets the words that were looked for stand out in a line, as the command line does. */
import { toHarmless } from '../../lib/harmless.ts'
import { matchRanges } from '../../lib/match-ranges.ts'
import { type Line, lineText, type Span } from './line.ts'

/** The same line, with what matches in spans of their own. A word may go over the border of two spans. */
export function markWords(line: Line, words: readonly string[]): Line {
  const shown = line.map(({ text, style }) => ({ text: toHarmless(text), style }))
  const ranges = words.length === 0 ? [] : matchRanges(lineText(shown), words)
  if (ranges.length === 0) return shown
  let start = 0
  return shown.flatMap((span) => {
    const within = ranges.map(([from, to]) => [from - start, to - start] as const)
    start += span.text.length
    return splitSpan(span, within)
  })
}

function splitSpan({ text, style }: Span, ranges: readonly (readonly [from: number, to: number])[]): Line {
  const parts: Line = []
  let end = 0
  for (const [from, to] of ranges) {
    if (to <= end || from >= text.length) continue
    parts.push({ text: text.slice(end, Math.max(end, from)), style })
    parts.push({ text: text.slice(Math.max(end, from), to), style: 'match' })
    end = Math.min(to, text.length)
  }
  return [...parts, { text: text.slice(end), style }].filter((part) => part.text !== '')
}
