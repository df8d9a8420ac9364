/** A text in which the words that were looked for stand out. */
import { matchRanges } from '../../lib/match-ranges.ts'

export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts = []
  let end = 0
  for (const [from, to] of matchRanges(text, words)) {
    parts.push(text.slice(end, from), <mark key={from}>{text.slice(from, to)}</mark>)
    end = to
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
