/**
 * The one vault behind a server: opened at the first call, so that a missing vault is an answer and not a server that
 * does not start; committed to git while nothing is asked; closed with the server.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { callQueue } from '../lib/call-queue.ts'
import { messageOf } from '../lib/errors.ts'
import { memoryKeeper } from '../lib/memory-keeper.ts'
import { commitIfDue, commitPending } from '../vault/commit.ts'
import { announce } from '../vault/presence.ts'
import { withIndexRecovery } from '../vault/refresh.ts'
import { serverCacheKib } from '../vault/server-cache.ts'
import { noticeTeller } from '../vault/tell-notices.ts'
import { closeVault, openVault, type Vault } from '../vault/vault.ts'
import { embedWaiting } from './embed-waiting.ts'

export interface VaultHost {
  /** Where calls stand that say no working directory. */
  readonly cwd: string
  /** The address that clients find the server at, if it has one. */
  place: string | undefined
  /** Runs one call on the vault, after those before it. Throws what opening the vault throws, and what the work does. */
  run<Result>(work: (vault: Vault) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Calls that are running or waiting. */
  readonly load: number
  /** Settles when no call runs or waits. */
  idle(): Promise<void>
  /** The listener is called behind each call that wrote. */
  onWrite(listener: () => void): void
  /** Opens the vault before it is asked for anything, and gives texts the vectors that they lack. */
  warmUp(): void
  /** Lets the calls end that have begun, commits what waits, closes the vault. */
  close(): Promise<void>
}

export interface HostOptions {
  root: string
  cwd: string
  /** For a person: what no answer says. */
  tell(text: string): void
  /** So long (ms) after the last write what waits is committed; 5 s when left out: an agent that is done rarely says so. */
  idleMs?: number
}

/** How long (ms) git may take at the end: whoever started the server wants it gone, and a later command commits too. */
const longestCloseMs = 5000

export function vaultHost({ root, cwd, tell, idleMs = 5000 }: HostOptions): VaultHost {
  const queue = callQueue()
  const memory = memoryKeeper()
  const tellNotices = noticeTeller(tell)
  const listeners: (() => void)[] = []
  const closing = new AbortController()
  let vault: Vault | undefined
  let committing: Promise<void> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let leave = (): void => {}
  const enqueue: VaultHost['run'] = (work, signal) => queue.run(() => runOpen(work), signal)
  const embedding = embedWaiting({ run: enqueue, isAwaited: () => queue.length > 1, ended: closing.signal })

  const host: VaultHost = {
    cwd,
    place: undefined,
    get load() {
      return queue.length
    },
    idle: () => queue.idle(),
    onWrite: (listener) => void listeners.push(listener),
    run: (work, signal) => {
      embedding.giveWay()
      return enqueue(work, signal)
    },
    // What stands in the way of either is told to whoever asks for something.
    warmUp: () => void embedding.run().catch(() => {}),
    close: async () => {
      clearTimeout(idle)
      closing.abort()
      memory.close()
      await queue.idle()
      commit(commitPending)
      await Promise.race([committing, pause(longestCloseMs, undefined, { ref: false })])
      leave()
      if (vault !== undefined) closeVault(vault)
      vault = undefined
    },
  }
  return host

  async function runOpen<Result>(work: (vault: Vault) => Promise<Result>): Promise<Result> {
    vault ??= await open()
    const { appended } = vault
    try {
      const opened = vault
      return await withIndexRecovery(opened, () => work(opened))
    } finally {
      tellNotices(vault)
      memory.afterCall()
      if (vault.appended > appended) afterWrite()
    }
  }

  async function open(): Promise<Vault> {
    const opened = await openVault(root, { actor: 'mcp', cacheKib: serverCacheKib })
    const { place } = host
    leave = announce(opened, { what: 'mcp', ...(place !== undefined && { place }) })
    return opened
  }

  function afterWrite(): void {
    commit(commitIfDue)
    clearTimeout(idle)
    idle = setTimeout(() => commit(commitPending), idleMs)
    idle.unref()
    for (const listener of listeners) listener()
  }

  /** Beside the calls, because git is another process and takes its time; one at a time. */
  function commit(how: (vault: Vault) => Promise<unknown>): void {
    committing = committing
      .then(async () => {
        if (vault === undefined || vault.readOnly) return
        await how(vault)
        tellNotices(vault)
      })
      .catch((error) => tell(messageOf(error)))
  }
}
