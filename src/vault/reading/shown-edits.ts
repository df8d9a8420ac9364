/**
 * Answers of a vault that is too large to be looked at whole before each of them: the files of the records that an answer
 * tells of are looked at before it is told, so nobody is told of a record what its file does not say any more.
 */
import type { Reading } from '../history/as-of.ts'
import { type Freshness, refreshShown } from '../refresh.ts'
import type { Vault } from '../vault.ts'

/** What comes in by an edit may have been edited too, but hardly again and again. */
const mostRounds = 3

/**
 * The answer, worked out anew where a file that it tells of was edited, and whether there is still more than it knows of.
 * Nothing but the answer is to be worked out: it may be more than once.
 */
export async function withShownEdits<T>(
  vault: Vault,
  { stale, isInTurn }: Reading,
  { answer, pathsOf }: { answer: () => Promise<T>; pathsOf: (answer: T) => readonly string[] },
): Promise<{ told: T } & Freshness> {
  let told = await answer()
  if (!isInTurn) return { told, stale }
  for (let round = 0; round < mostRounds; round++) {
    const taken = await refreshShown(vault, pathsOf(told))
    if (taken === undefined) break
    if (taken.stale) return { told, stale: true }
    told = await answer()
  }
  return { told, stale }
}
