/** Gives texts their vectors beside the calls: each step is a call of its own, so that nobody waits for all of them. */
import { embedSome } from '../vault/embed-some.ts'
import type { VaultHost } from './host.ts'

/** Ends when all have one, the model gives none, or it is not wanted any more. Throws what the model or the index throws. */
export async function embedWaiting({ run }: Pick<VaultHost, 'run'>, ended: AbortSignal): Promise<void> {
  let isMore = true
  while (isMore && !ended.aborted) isMore = await run((vault) => embedSome(vault, ended), ended)
}
