/** Cuts a list of texts into what a provider takes at once. */

export interface Batches {
  texts: readonly string[]
  /** Texts in one call. */
  size: number
  /** Vectors for texts that are not blank, in their order. */
  embed(batch: readonly string[]): Promise<Float32Array[]>
  /** Numbers in a vector of zeros, asked for after the calls. */
  dimensions(): number
}

/** A vector for each text, in their order; zeros for a blank one, which no provider has to make sense of. */
export async function embedInBatches({ texts, size, embed, dimensions }: Batches): Promise<Float32Array[]> {
  const filled = texts.filter(isFilled)
  const vectors: Float32Array[] = []
  for (let from = 0; from < filled.length; from += size) vectors.push(...(await embed(filled.slice(from, from + size))))
  let next = 0
  return texts.map((text) => (isFilled(text) ? vectors[next++] : undefined) ?? new Float32Array(dimensions()))
}

function isFilled(text: string): boolean {
  return text.trim() !== ''
}
