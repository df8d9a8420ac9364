/**
 * The one vault behind a server: opened at the first call, so that a missing vault is an answer and not a server that
 * does not start; committed to git while nothing is asked; closed with the server.
 */
import { messageOf } from '../lib/errors.ts'
import { commitIfDue, commitPending } from '../vault/commit.ts'
import { closeVault, openVault, type Vault } from '../vault/vault.ts'
import { callQueue } from './call-queue.ts'

export interface VaultHost {
  /** Where calls stand that say no working directory. */
  readonly cwd: string
  /** Runs one call on the vault, after those before it. */
  run<Result>(work: (vault: Vault) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Calls that are running or waiting. */
  readonly load: number
  /** Called behind each call, with the vault as it is then. */
  onCall(listener: (vault: Vault) => void): void
  /** Lets the calls end that have begun, commits what waits, closes the vault. */
  close(): Promise<void>
}

export interface HostOptions {
  root: string
  cwd: string
  /** For a person: what no answer says. */
  tell(text: string): void
}

/** After so long (ms) without a call what waits is committed: an agent that is done rarely says so. */
const idleMs = 5000
/** Told notices are remembered so that they are not told again, but not for ever. */
const mostNotices = 200

export function vaultHost({ root, cwd, tell }: HostOptions): VaultHost {
  const queue = callQueue()
  const listeners: ((vault: Vault) => void)[] = []
  let vault: Vault | undefined
  let told = 0
  let committed = 0
  let committing: Promise<void> = Promise.resolve()
  const idle = setTimeout(() => commit(commitPending), idleMs)
  idle.unref()

  return {
    cwd,
    get load() {
      return queue.length
    },
    onCall: (listener) => listeners.push(listener),
    run: (work, signal) =>
      queue.run(async () => {
        vault ??= await openVault(root, { actor: 'mcp' })
        try {
          return await work(vault)
        } finally {
          tellNotices(vault)
          for (const listener of listeners) listener(vault)
          if (vault.appended > committed) commit(commitIfDue)
          idle.refresh()
        }
      }, signal),
    close: async () => {
      clearTimeout(idle)
      await queue.idle()
      commit(commitPending)
      await committing
      if (vault !== undefined) closeVault(vault)
      vault = undefined
    },
  }

  /** Beside the calls, because git is another process and takes its time; one at a time. */
  function commit(how: (vault: Vault) => Promise<unknown>): void {
    committing = committing
      .then(async () => {
        if (vault === undefined || vault.appended === committed) return
        const { appended } = vault
        await how(vault)
        if (how === commitPending) committed = appended
        tellNotices(vault)
      })
      .catch((error) => tell(messageOf(error)))
  }

  function tellNotices({ notices }: Vault): void {
    for (const notice of notices.slice(told)) tell(notice)
    if (notices.length > mostNotices) notices.splice(0, notices.length - mostNotices)
    told = notices.length
  }
}
