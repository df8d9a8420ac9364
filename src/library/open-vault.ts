/** Opens a vault for another program: one handle, nothing printed, nothing kept beside it, everything let go at the end. */
import { resolve } from 'node:path'
import { readEnvironment, resolveVaultRoot } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'
import { checkNamed } from '../record/check-named.ts'
import { idleCommits } from '../vault/committing/idle-commits.ts'
import { assertNode } from '../vault/doctor/check-program.ts'
import { heldOptions } from '../vault/held-options.ts'
import { type HeldVault, holdVault } from '../vault/held-vault.ts'
import { activityEnd } from '../vault/history/activity.ts'
import { followLog } from '../vault/history/follow.ts'
import { initVault } from '../vault/init.ts'
import { assertVault, openVault as open } from '../vault/vault.ts'
import type { Standing } from './asked.ts'
import { followOptions, openOptions } from './checks.ts'
import type { FollowedEvent, MemoVault, OpenVaultOptions } from './memo-vault.ts'
import type { FollowOptions } from './options.ts'
import { told, toTold } from './told.ts'
import { toVerbs } from './verbs.ts'

/**
 * Opens a vault. Throws NOT_A_VAULT where there is none (and `create` does not ask for one), UNSUPPORTED under a Node that
 * is too old or loads no SQLite, INTEGRITY or IO where it cannot be opened.
 */
export async function openVault(options: OpenVaultOptions = {}): Promise<MemoVault> {
  return told(undefined, async () => {
    assertNode()
    const { root: named, create, cwd, project, session, onNotice } = checkNamed(openOptions, options, 'option')
    const root = resolveVaultRoot({ flag: named, environment: readEnvironment() })
    if (create) await makeMissing(root)
    const vault = await open(root, { actor: 'library', ...heldOptions })
    const tell = onNotice ?? (() => {})
    const held: HeldVault = holdVault({ open: async () => vault, tell, onWrite: () => commits.afterWrite() })
    const commits = idleCommits({ held, tell })
    const standing = { project, session, cwd: resolve(cwd ?? process.cwd()) }
    return toHandle(root, { held, standing, commit: () => commits.end('due') })
  })
}

async function makeMissing(root: string): Promise<void> {
  try {
    assertVault(root)
  } catch (error) {
    if (!(error instanceof MemoError) || error.code !== 'NOT_A_VAULT') throw error
    await initVault(root, { actor: 'library' })
  }
}

interface Opened {
  held: HeldVault
  standing: Standing
  commit(): Promise<void>
}

function toHandle(root: string, { held, standing, commit }: Opened): MemoVault {
  const closing = new AbortController()
  let closed: Promise<void> | undefined
  const run: HeldVault['run'] = async (work, signal) => {
    if (closed !== undefined) throw new MemoError('USAGE', 'the vault is closed', { hint: 'open it again' })
    return held.run(work, signal)
  }
  const close = (): Promise<void> => {
    closing.abort()
    closed = closed ?? held.close(commit)
    return closed
  }
  return {
    root,
    ...toVerbs({ held: { run }, standing }),
    follow: (options) => follow(run, closing.signal, options),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** From now on means from the call on, whenever the first event is asked for. */
function follow(run: HeldVault['run'], closing: AbortSignal, options: FollowOptions = {}) {
  const { after, signal: given } = checkNamed(followOptions, options, 'option')
  const signal = given === undefined ? closing : AbortSignal.any([given, closing])
  const start = after === undefined ? run(async (vault) => activityEnd(vault)) : Promise.resolve(after)
  start.catch(() => {
    // Thrown to whoever asks for the first event.
  })
  return events()

  async function* events(): AsyncGenerator<FollowedEvent, void, undefined> {
    try {
      for await (const steps of followLog({ held: { run }, place: await start, signal })) {
        for (const { activity, place } of steps) yield { event: activity, place }
      }
    } catch (error) {
      if (!signal.aborted) throw await toTold(error)
    }
  }
}
