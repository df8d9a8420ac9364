/** A vault with an embedding server that knows a few topics: texts of one topic point the same way, other texts nowhere near. */
import type { Vault } from '../../src/vault/vault.ts'
import { type EmbeddingServer, startEmbeddingServer } from './embedding-server.ts'
import { makeVault, type TestVault } from './vault.ts'

const topics = [
  /\b(cars?|vehicles?|automobiles?|engines?)\b/gi,
  /\b(cakes?|bread|ovens?|bake)\b/gi,
  /\b(rain|storms?)\b/gi,
]

/** One number a topic, by how often it comes up, and one for all else. */
export function topicVector(text: string): number[] {
  return [...topics.map((topic) => text.match(topic)?.length ?? 0), 0.2]
}

export async function makeMeaningVault(): Promise<TestVault & { server: EmbeddingServer }> {
  const server = await startEmbeddingServer()
  server.toVector = topicVector
  const made = await makeVault()
  useEmbedder(made.vault, server)
  return { ...made, server }
}

/** What `memo config set` would say; the handle keeps it until it is closed. */
export function useEmbedder(vault: Vault, { baseUrl }: { baseUrl: string }, model = 'topics'): void {
  vault.embedder = undefined
  vault.config.embeddings = {
    ...vault.config.embeddings,
    ...{ enabled: true, provider: 'openai', baseUrl, model, timeoutMs: 2000 },
  }
}
