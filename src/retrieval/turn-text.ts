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

/** The names before the colon that a turn begins with, in small letters: `Ada Lovelace: it works`. */
export function speakerOf(text: string): string[] | undefined {
  const name = /^\s*[*_]{0,2}(\p{Lu}[\p{L}\p{M}.'’-]*(?: \p{Lu}[\p{L}\p{M}.'’-]*){0,2})[*_]{0,2}:/u.exec(text)?.[1]
  return name?.toLowerCase().split(' ')
}
