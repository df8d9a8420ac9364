/**
 * One vault that stays open behind a server, a screen or another program: calls come one after another, an index that
 * proves to be damaged is mended within the call, and what no answer says is told once.
 */
import { callQueue } from '../lib/call-queue.ts'
import { withIndexRecovery } from './refresh.ts'
import { noticeTeller } from './tell-notices.ts'
import { closeVault, regainWriting, type Vault } from './vault.ts'

export interface HeldVault {
  /**
   * Runs one call on the vault, after those before it. Throws what opening the vault throws, what the work does, and the
   * reason of a signal that fires before anything is done that lasts.
   */
  run<Result>(work: (vault: Vault) => Promise<Result>, signal?: AbortSignal): Promise<Result>
  /** Calls that are running or waiting. */
  readonly load: number
  /** Settles when no call runs or waits. */
  idle(): Promise<void>
  /** Work beside the calls, for what is no use to them: nothing where the vault is not open. Told what it has to tell. */
  beside(work: (vault: Vault) => Promise<unknown>): Promise<void>
  /** Lets the calls end that have begun, runs the last work if the vault was opened, and closes it whatever happens. */
  close(last?: (vault: Vault) => Promise<unknown>): Promise<void>
}

export interface HoldOptions {
  /** Called by the first call, and by the next one where that failed. */
  open(): Promise<Vault>
  /** For a person: what no answer says. */
  tell(text: string): void
  /** Called behind each call that wrote. */
  onWrite?(): void
}

/** Milliseconds between two looks whether a vault that could not be written can be: each may copy the index. */
const regainEveryMs = 5000

export function holdVault({ open, tell, onWrite }: HoldOptions): HeldVault {
  const queue = callQueue()
  const tellNotices = noticeTeller(tell)
  let held: Vault | undefined
  let nextRegain = 0
  return {
    run: (work, signal) => queue.run(() => runOpen(work, signal), signal),
    get load() {
      return queue.length
    },
    idle: () => queue.idle(),
    beside,
    close: async (last = async () => {}) => {
      await queue.idle()
      try {
        await beside(last)
      } finally {
        if (held !== undefined) closeVault(held)
        held = undefined
      }
    },
  }

  async function runOpen<Result>(work: (vault: Vault) => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    held ??= await open()
    const vault = held
    if (vault.readOnly) tryToRegain(vault)
    const { appended } = vault
    vault.cancelled = signal
    try {
      return await withIndexRecovery(vault, () => work(vault))
    } finally {
      vault.cancelled = undefined
      tellNotices(vault)
      if (vault.appended > appended) onWrite?.()
    }
  }

  function tryToRegain(vault: Vault): void {
    const now = vault.ports.elapsed()
    if (now < nextRegain) return
    nextRegain = now + regainEveryMs
    regainWriting(vault)
  }

  async function beside(work: (vault: Vault) => Promise<unknown>): Promise<void> {
    if (held === undefined) return
    const vault = held
    try {
      await work(vault)
    } finally {
      tellNotices(vault)
    }
  }
}
