/**
 * Cuts a text into the pieces that the sentence encoder was trained on: a unigram language model (Kudo 2018), the
 * likeliest way through the text by Viterbi. Gives the same numbers as the tokenizer that the weights are published
 * with, its ways with unknown characters included, as vectors of other pieces would mean something else.
 */

/** A piece and the logarithm of its likelihood; the place in the list is its number. */
export type Vocabulary = readonly (readonly [piece: string, score: number])[]

export interface PieceCutter {
  /** The numbers of the pieces, in the order of the text; none for a blank one. */
  cut(text: string): number[]
}

/** The first entries stand for things that no text holds: the unknown, the beginning, the end. */
const reserved = 6
const unknown = 0
/** Stands for a blank, and before the first word. */
const blank = '\u2581'

export function toPieceCutter(vocabulary: Vocabulary): PieceCutter {
  const pieces: Pieces = { scores: new Map(), longest: new Map() }
  for (const [number, [piece, score]] of vocabulary.entries()) {
    if (number < reserved) continue
    const first = piece.charAt(0)
    pieces.scores.set(piece, { number, score, length: piece.length })
    pieces.longest.set(first, Math.max(pieces.longest.get(first) ?? 0, piece.length))
  }
  return { cut: (text) => mergeUnknown(walkBack(findLikeliest(pieces, normalise(text)))) }
}

interface Piece {
  number: number
  score: number
  length: number
}

interface Pieces {
  scores: Map<string, Piece>
  /** The length of the longest piece that begins with a character. */
  longest: Map<string, number>
}

/** As SentencePiece does in training: compatibility forms, and one blank for whatever keeps words apart. */
function normalise(text: string): string {
  const plain = text.normalize('NFKC').trim()
  return plain === '' ? '' : `${blank}${plain.replace(/\s+/g, blank)}`
}

/** For each place in the text, the last piece of the likeliest way there. */
function findLikeliest(pieces: Pieces, text: string): Piece[] {
  const last: Piece[] = Array.from({ length: text.length + 1 }, () => nothing)
  const best = new Float64Array(text.length + 1)
  for (let start = 0; start < text.length; start++) {
    for (const piece of findAt(pieces, text, start)) {
      const end = start + piece.length
      const score = piece.score + (best[start] ?? 0)
      // A score of 0 means that no way led here yet: so does the tokenizer of the weights.
      if (best[end] !== 0 && score < (best[end] ?? 0)) continue
      best[end] = score
      last[end] = piece
    }
  }
  return last
}

function findAt({ scores, longest }: Pieces, text: string, start: number): Piece[] {
  const reach = Math.min(longest.get(text.charAt(start)) ?? 0, text.length - start)
  const found: Piece[] = []
  for (let end = start + 1; end <= start + reach; end++) {
    const piece = scores.get(text.slice(start, end))
    if (piece !== undefined) found.push(piece)
  }
  return found.length === 0 ? [nothing] : found
}

/** A character that begins no piece. Also where no piece ends: the way back goes on one character before. */
const nothing: Piece = { number: unknown, score: 0, length: 1 }

function walkBack(last: readonly Piece[]): number[] {
  const numbers: number[] = []
  for (let at = last.length - 1; at > 0; ) {
    const piece = last[at] ?? nothing
    numbers.push(piece.number)
    at -= piece.length
  }
  return numbers.reverse()
}

function mergeUnknown(numbers: readonly number[]): number[] {
  return numbers.filter((number, place) => number !== unknown || numbers[place - 1] !== unknown)
}
