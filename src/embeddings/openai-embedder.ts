/**
 * An embedding server that speaks as OpenAI does (`POST …/v1/embeddings`): Ollama, LM Studio, llama.cpp, a cloud. The
 * texts leave this process, and go where the settings say.
 */
import { MemoError, messageOf } from '../lib/errors.ts'
import { embedInBatches } from './batches.ts'
import type { Embedder, EmbedOptions, Health } from './embedder.ts'
import { attempt, type Outcome } from './openai/attempt.ts'
import { type Endpoint, requestVectors } from './openai/request.ts'

export interface OpenAiOptions extends Omit<Endpoint, 'url'> {
  /** With or without `/v1` at its end. */
  baseUrl: string
  /** Milliseconds before the first retry. */
  firstWaitMs?: number
}

/**
 * The id holds the model and not the server: a model gives the same vectors wherever it runs. A text of blanks is not
 * sent, and has a vector of zeros. A batch that was accepted is never sent again.
 */
export function openOpenAiEmbedder({ baseUrl, firstWaitMs = 250, ...rest }: OpenAiOptions): Embedder {
  const endpoint: Endpoint = { ...rest, url: toUrl(baseUrl) }
  const closing = new AbortController()
  let dimensions = 0
  const embed = (texts: readonly string[], { kind, signal }: EmbedOptions): Promise<Float32Array[]> => {
    const stop = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
    const embedBatch = async (batch: readonly string[]): Promise<Float32Array[]> => {
      stop.throwIfAborted()
      const request = (): ReturnType<typeof requestVectors> => requestVectors(endpoint, { texts: batch, kind }, stop)
      const accepted = expectVectors(endpoint, await attempt(request, { ...patience[kind], firstWaitMs, signal: stop }))
      dimensions ||= accepted[0]?.length ?? 0
      assertDimensions(endpoint, accepted, dimensions)
      return accepted
    }
    return embedInBatches({ texts, size: batchSize, embed: embedBatch, dimensions: () => dimensions })
  }
  return {
    id: `openai:${endpoint.model}`,
    get dimensions() {
      return dimensions
    },
    embed,
    health: (signal) => checkHealth(embed, signal),
    close: async () => closing.abort(new MemoError('UNAVAILABLE', 'the embedder was closed')),
  }
}

/** Servers bound a request; 64 passages of a record are some 100 kB. */
const batchSize = 64

/** Someone waits for a query, and can do without its vector; nobody waits for a text that is stored. */
const patience = {
  query: { retries: 1, longestWaitMs: 1000 },
  document: { retries: 3, longestWaitMs: 30_000 },
} as const

/** People write the address with or without the version that is part of every path below it. */
function toUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/embeddings`
}

function expectVectors({ url, model }: Endpoint, outcome: Outcome<Float32Array[]>): Float32Array[] {
  if (outcome.ok) return outcome.value
  throw new MemoError('UNAVAILABLE', `the embedding server at ${url} ${outcome.reason}`, {
    hint: `see that it runs and serves ${model}, or change embeddings.baseUrl and embeddings.model`,
  })
}

function assertDimensions({ url, model }: Endpoint, vectors: readonly Float32Array[], wanted: number): void {
  const other = vectors.find(({ length }) => length !== wanted)
  if (other === undefined) return
  const message = `the embedding server at ${url} gave a vector of ${other.length} numbers where ${wanted} came before`
  throw new MemoError('UNAVAILABLE', message, { hint: `see that it serves one model as ${model}` })
}

async function checkHealth(embed: Embedder['embed'], signal: AbortSignal | undefined): Promise<Health> {
  try {
    await embed(['memo'], { kind: 'query', ...(signal && { signal }) })
    return { ok: true }
  } catch (error) {
    return { ok: false, reason: messageOf(error) }
  }
}
