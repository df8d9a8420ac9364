/** What becomes of records that are there, as the log of a vault in use has it: of ten events eight uses, an edit and a rating. */
import type { EventDraft } from '../src/events/schema.ts'
import { zeroUlid } from '../src/events/ulid.ts'
import { ownWriter } from '../src/vault/append.ts'
import { benchProject, body, generator, inVault } from './corpus.ts'

/** Events of one append. */
const together = 2000

/** Adds so many events of these records to the log, and to nothing else: the next fold finds them. */
export async function addHistory(root: string, ids: readonly string[], count: number): Promise<void> {
  const random = generator(43)
  await inVault(root, async (vault) => {
    const writer = ownWriter(vault)
    for (let done = 0; done < count; done += together) {
      const drafts = Array.from({ length: Math.min(together, count - done) }, (_, n) => event(done + n, ids, random))
      vault.log.append(writer, drafts, zeroUlid)
    }
  })
}

function event(n: number, ids: readonly string[], random: () => number): EventDraft {
  const key = { project: benchProject, id: ids[Math.floor(random() * ids.length)] ?? '' }
  const choice = random()
  if (choice < 0.8) return { type: 'record.hit', actor: 'mcp', data: { ...key, via: 'search', session: `s${n >> 5}` } }
  if (choice < 0.9) return { type: 'record.upserted', actor: 'cli', data: { ...key, set: { body: body(n, random) } } }
  return { type: 'record.rated', actor: 'mcp', data: { ...key, rating: 'helpful' } }
}
