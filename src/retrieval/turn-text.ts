/** What the text of one turn of a conversation tells of its part in it: who speaks, and how much of it asks. */

/** Between sentences: behind a sign that ends one and a blank, behind one of scripts without blanks, between lines. */
const sentenceEnd = /(?<=[.!?؟…]["'”’)\]*_]{0,3})\s+|(?<=[。！？])|\n+/u
const asks = /[?？؟]["'”’)\]*_]{0,3}$/u

/** Share of the letters that stand in sentences with a question mark at their end, 0 to 1. */
export function shareAsking(text: string): number {
  let [asking, all] = [0, 0]
  for (const sentence of text.split(sentenceEnd)) {
    all += sentence.length
    if (asks.test(sentence.trimEnd())) asking += sentence.length
  }
  return all === 0 ? 0 : asking / all
}

/**
 * The names before the colon that a turn begins with, in words as those of a question: `Ada Lovelace: it works`. A letter
 * alone counts only where there is no more: `what's` has an `s`, and so has `S. Lee`.
 */
export function speakerOf(text: string): string[] | undefined {
  const name = /^\s*[*_]{0,2}(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2})[*_]{0,2}:/u.exec(text)?.[1]
  const words = name === undefined ? undefined : toWords(name)
  return words?.some(isLonger) ? words.filter(isLonger) : words
}

/** Runs of letters, in small ones. */
export function toWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
}

function isLonger(word: string): boolean {
  return word.length > 1
}
