/**
 * The one vault behind a server: opened at the first call, so that a missing vault is an answer and not a server that
 * does not start; committed to git while nothing is asked; closed with the server.
 */
import { memoryKeeper } from '../lib/memory-keeper.ts'
import { type IdleCommitOptions, idleCommits } from '../vault/committing/idle-commits.ts'
import { heldOptions } from '../vault/held-options.ts'
import { type HeldVault, holdVault } from '../vault/held-vault.ts'
import { announce } from '../vault/presence.ts'
import { openVault, type Vault } from '../vault/vault.ts'
import { embedWaiting } from './embed-waiting.ts'

export interface VaultHost extends Pick<HeldVault, 'run' | 'load' | 'idle'> {
  /** Where calls stand that say no working directory. */
  readonly cwd: string
  /** The project of calls that name neither one nor a working directory; undefined where that of `cwd` is. */
  readonly project: string | undefined
  /** The address that clients find the server at, if it has one. */
  place: string | undefined
  /** The listener is called behind each call that wrote. */
  onWrite(listener: () => void): void
  /** Opens the vault before it is asked for anything, and gives texts the vectors that they lack. */
  warmUp(): void
  /** Lets the calls end that have begun, commits what waits, closes the vault. */
  close(): Promise<void>
}

export interface HostOptions extends Pick<IdleCommitOptions, 'tell' | 'idleMs'> {
  root: string
  cwd: string
  project?: string | undefined
}

export function vaultHost({ root, cwd, project, tell, idleMs }: HostOptions): VaultHost {
  const memory = memoryKeeper()
  const listeners: (() => void)[] = []
  const closing = new AbortController()
  let leave = (): void => {}
  const held = holdVault({ open, tell, onWrite: () => afterWrite() })
  const commits = idleCommits({ held, tell, idleMs })
  const enqueue: VaultHost['run'] = (work, signal) => held.run((vault) => work(vault).finally(memory.afterCall), signal)
  const embedding = embedWaiting({ run: enqueue, isAwaited: () => held.load > 1, ended: closing.signal })

  const host: VaultHost = {
    cwd,
    project,
    place: undefined,
    get load() {
      return held.load
    },
    idle: () => held.idle(),
    onWrite: (listener) => void listeners.push(listener),
    run: (work, signal) => {
      embedding.giveWay()
      return enqueue(work, signal)
    },
    // What stands in the way of either is told to whoever asks for something.
    warmUp: () => void embedding.run().catch(() => {}),
    close: async () => {
      closing.abort()
      memory.close()
      await held.close(() => commits.end('all'))
      leave()
    },
  }
  return host

  async function open(): Promise<Vault> {
    const opened = await openVault(root, { actor: 'mcp', ...heldOptions })
    const { place } = host
    leave = announce(opened, { what: 'mcp', ...(place !== undefined && { place }) })
    return opened
  }

  function afterWrite(): void {
    commits.afterWrite()
    for (const listener of listeners) listener()
  }
}
