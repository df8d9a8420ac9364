/** Gives texts their vectors beside the calls: each step is a call of its own, so that nobody waits for all of them. */
import { embedSome } from '../vault/embedding/embed-some.ts'
import type { VaultHost } from './host.ts'

/** A call waits so long (ms) for a step; one that takes longer, as of a server that does not answer, is done again later. */
const patienceMs = 1000

export interface Embedding {
  /** Ends when all have one, the model gives none, or it is not wanted any more. Throws what the model or the index throws. */
  run(): Promise<void>
  /** To be called when a call comes. */
  giveWay(): void
}

export function embedWaiting({ run, isAwaited, ended }: Options): Embedding {
  let step: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  const giveWay = (): void => {
    if (step !== undefined) timer ??= setTimeout((running) => running.abort(), patienceMs, step)
  }
  const embed = async (vault: Parameters<typeof embedSome>[0]): Promise<boolean> => {
    step = new AbortController()
    const { signal } = step
    if (isAwaited()) giveWay()
    try {
      return (await embedSome(vault, AbortSignal.any([ended, signal]))) || signal.aborted
    } finally {
      clearTimeout(timer)
      timer = undefined
      step = undefined
    }
  }
  return {
    run: async () => {
      let isMore = true
      while (isMore && !ended.aborted) isMore = await run(embed, ended)
    },
    giveWay,
  }
}

interface Options extends Pick<VaultHost, 'run'> {
  /** Whether a call stands behind the one that runs. */
  isAwaited(): boolean
  ended: AbortSignal
}
