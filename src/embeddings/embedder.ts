/**
 * The port to whatever turns text into vectors. Who uses it knows neither a provider nor where it runs; what stands
 * behind it knows neither records nor SQL.
 */

/** A query may be asked of another side of the model than a stored text; a provider without sides ignores it. */
export interface EmbedOptions {
  kind: 'query' | 'document'
  signal?: AbortSignal
}

export type Health = { ok: true } | { ok: false; reason: string }

export interface Embedder {
  /** Names provider, model and version: vectors of different ids are never compared. */
  readonly id: string
  /** Numbers in a vector. 0 until the first answer of a provider that only its answers tell; `health` asks for one. */
  readonly dimensions: number
  /**
   * Vectors of length 1, one per text, in the order of the texts. A text that holds nothing to embed gives a vector of
   * zeros, which is like nothing. Throws UNSUPPORTED when something is not installed, UNAVAILABLE when a service does
   * not answer or answers wrongly; rejects with the signal's reason once that is aborted.
   */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>
  /** Whether it would answer now, or why not; an aborted signal is no answer. Loads what is cheap to load; never throws. */
  health(signal?: AbortSignal): Promise<Health>
  /** Lets go of memory and of running requests. `embed` may not be called afterwards. */
  close(): Promise<void>
}
