/**
 * A search that asks the model of the settings what the query means. Whatever stands in the way of that, the words still
 * answer, and the answer says what it lacks.
 */
import { messageOf } from '../../lib/errors.ts'
import { waitSignal } from '../../lib/wait-signal.ts'
import { isDamage } from '../../projections/index/database.ts'
import { findDimensions, noteDegraded } from '../../projections/index/embedding-rows.ts'
import type { Meaning } from '../../retrieval/port.ts'
import type { Profile } from '../../retrieval/profiles.ts'
import { parseQuery } from '../../retrieval/query.ts'
import type { Degradable, Search, SearchRequest } from '../../retrieval/search.ts'
import { getEmbedder, openVectors, setVectorsAside } from '../embedding/embedder.ts'
import { readerOf } from '../reader.ts'
import type { Vault, View } from '../vault.ts'

/** Someone waits for the answer, and the words are there already. */
const longestWaitMs = 3000

export interface Given<Told extends Degradable> {
  request: SearchRequest
  profile: Profile
  search: Search<Told>
}

/** Of the vault or of a view of it; then the vectors that its texts have now are what it has. */
export async function searchByMeaning<Told extends Degradable>(
  vault: Vault,
  view: View,
  given: Given<Told>,
): Promise<Told> {
  const asked = await askMeaning(vault, given.request)
  const answer = await searchWith('meaning' in asked ? asked.meaning : undefined, { vault, view, ...given })
  const degraded = 'reason' in asked ? { reason: asked.reason } : answer.degraded
  if (degraded !== null) countDegraded(vault, degraded.reason)
  return { ...answer, degraded }
}

type Asked = { meaning: Meaning | undefined } | { reason: string }

async function askMeaning(vault: Vault, request: SearchRequest): Promise<Asked> {
  const query = parseQuery(request.query)
  if (query.empty !== undefined) return { meaning: undefined }
  try {
    const embedder = await getEmbedder(vault)
    const dimensions = openVectors(vault, { create: false })
      ? findDimensions(vault.projections.db, embedder.id)
      : undefined
    if (dimensions === undefined) return { reason: `no text has a vector of ${embedder.id} yet` }
    const signal = waitSignal(vault.cancelled, Math.min(longestWaitMs, vault.config.embeddings.timeoutMs))
    const [vector] = await embedder.embed([query.text], { kind: 'query', signal })
    if (vector?.length === dimensions) return { meaning: { model: embedder.id, vector } }
    return { reason: `${embedder.id} gave ${vector?.length ?? 0} numbers, and the stored vectors have ${dimensions}` }
  } catch (error) {
    // Not a word about the embedder: nobody waits for the answer.
    vault.cancelled?.throwIfAborted()
    if (isDamage(error) && !vault.readOnly) setVectorsAside(vault)
    return { reason: toReason(error) }
  }
}

function toReason(error: unknown): string {
  if (isDamage(error)) return 'the stored vectors are damaged'
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'the embedder did not answer in time'
  return messageOf(error)
}

/** Vectors that turn out to be damaged while they are read must not be taken for a damaged index. */
async function searchWith<Told extends Degradable>(
  meaning: Meaning | undefined,
  { vault, view, request, profile, search }: Given<Told> & { vault: Vault; view: View },
): Promise<Told> {
  const given = { reader: readerOf(view), profile, ports: vault.ports }
  try {
    // The index may have been opened anew while the embedder was waited for.
    const isThere = meaning !== undefined && openVectors(vault, { create: false }, view)
    const asked = { ...given, meaning: isThere ? meaning : undefined }
    return await view.projections.db.snapshot(() => search(request, asked))
  } catch (error) {
    if (meaning === undefined || !isDamage(error)) throw error
    const answer = await view.projections.db.snapshot(() => search(request, given))
    if (!vault.readOnly) setVectorsAside(vault, view)
    return { ...answer, degraded: { reason: 'the stored vectors are damaged' } }
  }
}

/** Never fails the answer: where it cannot be counted, the answer itself has said it. */
function countDegraded(vault: Vault, reason: string): void {
  try {
    if (!vault.readOnly && openVectors(vault, { create: true }))
      noteDegraded(vault.projections.db, reason, vault.ports.now())
  } catch {
    // Another process may be writing vectors.
  }
}
