/**
 * Which servers and watchers live beside a vault. Each holds a kernel-freed lock on a file of its own below
 * `.sync/present/`, so one that was killed is not taken for alive, and no pid is trusted.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../lib/durable-file.ts'
import { findErrno } from '../lib/errors.ts'
import { removeFile } from '../lib/remove-file.ts'
import { toIso } from '../record/times.ts'
import type { VaultPaths } from './layout.ts'
import { tryLock } from './lock.ts'
import type { Vault } from './vault.ts'

export interface Presence {
  /** `mcp`, `serve`, `watch`. */
  what: string
  pid: number
  /** When it began (ISO 8601). */
  since: string
  /** The address that it listens on, if it does. */
  place?: string
}

/** Says that this process is there, until what it gives is called or the process ends. Never throws: nothing hangs on it. */
export function announce(vault: Vault, { what, place }: Pick<Presence, 'what' | 'place'>): () => void {
  const { paths, ports } = vault
  const presence: Presence = {
    what,
    pid: process.pid,
    since: toIso(ports.now()),
    ...(place !== undefined && { place }),
  }
  const name = join(folderOf(paths), `${what}-${process.pid}`)
  try {
    makeFolder(folderOf(paths))
    forgetDead(paths)
    const release = tryLock(`${name}.sqlite`)
    if (release === undefined) return () => {}
    writeFileSync(`${name}.json`, JSON.stringify(presence), { mode: 0o600 })
    return () => {
      release()
      removeBoth(name)
    }
  } catch {
    return () => {}
  }
}

/** Those that are there, the oldest first. */
export function listPresent(paths: VaultPaths): Presence[] {
  return listNames(paths)
    .filter((name) => isHeld(`${name}.sqlite`))
    .flatMap(readPresence)
    .sort((a, b) => (a.since < b.since ? -1 : 1))
}

/** Whether a process holds the lock. A file that cannot be asked is held by nobody. */
export function isHeld(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const release = tryLock(path)
    release?.()
    return release === undefined
  } catch {
    return false
  }
}

function folderOf({ local }: VaultPaths): string {
  return join(local, 'present')
}

function forgetDead(paths: VaultPaths): void {
  for (const name of listNames(paths)) if (!isHeld(`${name}.sqlite`)) removeBoth(name)
}

function removeBoth(name: string): void {
  for (const ending of ['.json', '.sqlite']) removeFile(`${name}${ending}`)
}

/** Paths without their endings. */
function listNames(paths: VaultPaths): string[] {
  const folder = folderOf(paths)
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.sqlite'))
    return names.map((name) => join(folder, name.slice(0, -'.sqlite'.length)))
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(findErrno(error) ?? '')) return []
    throw error
  }
}

/** Nothing where it is gone by now, or half written. */
function readPresence(name: string): Presence[] {
  try {
    const presence: unknown = JSON.parse(readFileSync(`${name}.json`, 'utf8'))
    return isPresence(presence) ? [presence] : []
  } catch {
    return []
  }
}

function isPresence(value: unknown): value is Presence {
  const { what, pid, since, place = '' } = (value ?? {}) as Partial<Presence>
  return [what, since, place].every((text) => typeof text === 'string') && typeof pid === 'number'
}
