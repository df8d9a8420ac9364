/** Lets the words that were looked for stand out in a line, as the command line does. */
import { toHarmless } from '../../lib/harmless.ts'
import { matchRanges, type Range } from '../../lib/match-ranges.ts'
import { type Line, lineText } from './line.ts'

/** The same line, with what matches in spans of their own. A word may go over the border of two spans. */
export function markWords(line: Line, words: readonly string[]): Line {
  const shown = line.map(({ text, style }) => ({ text: toHarmless(text), style }))
  const ranges = words.length === 0 ? [] : matchRanges(lineText(shown), words)
  if (ranges.length === 0) return shown
  return cutAt(shown, ranges)
}

/** Both lists are in order, so one walk over them will do. */
function cutAt(line: Line, ranges: readonly Range[]): Line {
  const parts: Line = []
  let [start, next] = [0, 0]
  for (const span of line) {
    const end = start + span.text.length
    let place = start
    for (; next < ranges.length; next++) {
      const [from, to] = ranges[next] ?? [end, end]
      if (from >= end) break
      parts.push({ ...span, text: span.text.slice(place - start, Math.max(place, from) - start) })
      parts.push({ text: span.text.slice(Math.max(place, from) - start, to - start), style: 'match' })
      place = Math.min(to, end)
      // The rest of it stands in the next span.
      if (to > end) break
    }
    parts.push({ ...span, text: span.text.slice(place - start) })
    start = end
  }
  return parts.filter(({ text }) => text !== '')
}
