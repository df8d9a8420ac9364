/** Where a text may be cut without tearing what a reader takes for one character. */

/** How far back a character may begin: the longest families of joined emoji have some 30 units. */
const longestGrapheme = 64

const ellipsisBytes = 3

let segmenter: Intl.Segmenter | undefined

/** The greatest position not beyond `index` at which a grapheme begins (an emoji with its joined parts is one). */
export function toGraphemeStart(text: string, index: number): number {
  if (index <= 0 || index >= text.length) return Math.max(0, Math.min(index, text.length))
  if (isAscii(text, index - 1) && isAscii(text, index) && text.charAt(index) !== '\n') return index
  const start = toSegmentStart(text, index)
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const found = segmenter.segment(text.slice(start, index + longestGrapheme)).containing(index - start)
  return start + (found?.index ?? index - start)
}

/** At most `maxChars` UTF-16 units of a text, with `…` at the end if it was longer. */
export function truncate(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  return `${text.slice(0, toGraphemeStart(text, maxChars - 1)).trimEnd()}…`
}

/** At most `maxBytes` bytes of UTF-8 of a text (and at least three), with `…` at the end if it was longer. */
export function truncateBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let low = 0
  let high = Math.min(text.length, maxBytes)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (Buffer.byteLength(text.slice(0, middle)) + ellipsisBytes <= maxBytes) low = middle
    else high = middle - 1
  }
  return `${text.slice(0, toGraphemeStart(text, low)).trimEnd()}…`
}

/** A place before `index` where a grapheme surely begins: behind an ASCII character, or far enough back. */
function toSegmentStart(text: string, index: number): number {
  const earliest = Math.max(0, index - longestGrapheme)
  let start = index - 1
  while (start > earliest && !isAscii(text, start)) start -= 1
  return start
}

function isAscii(text: string, index: number): boolean {
  return text.charCodeAt(index) < 128
}
