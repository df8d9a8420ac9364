/**
 * What must hold after a fault, whatever the fault was: the one place that says so. Throws `BrokenLaw` with the law and
 * the difference.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect, isDeepStrictEqual } from 'node:util'
import { verifyLog } from '../../src/events/verify.ts'
import type { Ports } from '../../src/lib/ports.ts'
import { examineVault } from '../../src/vault/doctor/examine.ts'
import { fixVault } from '../../src/vault/doctor/fix.ts'
import { refresh, withIndexRecovery } from '../../src/vault/refresh.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { type Vault, withVault } from '../../src/vault/vault.ts'
import {
  dumpIndex,
  type Said,
  saidByFiles,
  saidByIndex,
  saidByLog,
  statesByIndex,
  statesByLog,
} from '../support/inspect.ts'
import { type State, toState } from './program.ts'
import { git } from './template.ts'

export class BrokenLaw extends Error {}

export interface Expectation {
  folder: string
  ports: Ports
  /** All states of the play. */
  states: readonly State[]
  /** The first and the last that the vault may be in, whole. */
  from: number
  to: number
  /** What sessions used long ago is forgotten by and by, but met again in the log: then by that clock it was long ago. */
  isClockMoved?: boolean
}

export interface Verdict {
  /** Which of the states it is in. */
  at: number
  /** What the doctor had found before it mended. */
  found: string[]
}

/** Findings that say nothing against the vault: of the machine, of what was mended, of what was meant. */
export const harmless = [
  'git-identity',
  'git-missing',
  // Its remedy is the next commit, which comes as the program goes on.
  'git-postponed',
  'quarantine',
  'errors-logged',
  'log-redacted',
  'record-obsolete',
  // A list of operations may link to what it has forgotten, which is for a person to mend.
  'link-dangling',
  'clock-ahead',
  'git-remote',
]

/** That the vault is in such a state, and all its parts are. */
export async function assertState({ folder, ports, ...expected }: Expectation): Promise<void> {
  await withVault(join(folder, 'vault'), { ports }, async (vault) => {
    await refresh(vault, 'full')
    findState(toState(vault), expected)
    assertAlike(vault)
  })
}

/** Opens the vault as the next command would, checks it, has the doctor mend it, and checks it again. */
export async function assertLaws({ folder, ports, isClockMoved, ...expected }: Expectation): Promise<Verdict> {
  const root = join(folder, 'vault')
  return withVault(root, { ports }, async (vault) => {
    const { stale } = await refresh(vault, 'full')
    expectSame('a reader that nobody keeps waiting is not stale', stale, false)
    // Damage in a table that no command has asked yet is met here, and mended as by any of them.
    const at = await withIndexRecovery(vault, async () => {
      const state = findState(toState(vault), expected)
      assertAlike(vault)
      return state
    })
    const found = (await examine(vault)).map(({ code }) => code)
    await fixVault(vault)
    const left = await examine(vault)
    expectSame('after "doctor --fix" the doctor finds nothing', left, [])
    expectSame('"doctor --fix" changes no record', toState(vault).said, expected.states[at]?.said)
    assertAlike(vault)
    const bad = verifyLog(vault.log.segments).findings.filter(({ code }) => code !== 'redacted')
    expectSame('the log verifies', bad, [])
    await assertRebuilt(vault, isClockMoved === true)
    assertGit(root)
    await assertRestored(folder, ports, expected.states)
    return { at, found }
  })
}

function findState(state: State, { states, from, to }: Pick<Expectation, 'states' | 'from' | 'to'>): number {
  const allowed = states.slice(from, to + 1)
  const index = allowed.findIndex((each) => isDeepStrictEqual(state, each))
  if (index !== -1) return from + index
  const differences = allowed.map((each) => describe(state, each)).join('\nand ')
  throw new BrokenLaw(`a write is there whole or not at all, and nothing else is: ${differences}`)
}

async function examine(vault: Vault) {
  const { findings } = await examineVault(vault, { deep: true })
  return findings.filter(({ code, severity }) => severity !== 'info' && !harmless.includes(code))
}

/** Law 1: log, index and files say the same. */
export function assertAlike(vault: Vault): void {
  expectSame('the index is the fold of the log', statesByIndex(vault), statesByLog(vault))
  expectSame('the index says what the log says', saidByIndex(vault), saidByLog(vault))
  expectSame('the files say what the log says', undated(saidByFiles(vault.paths.root)), undated(saidByLog(vault)))
}

/** A file that a person has edited is written anew with the next change only, and holds the time of the last until then. */
export function undated(said: Said): object {
  return Object.fromEntries(Object.entries(said).map(([key, { updated: _, ...rest }]) => [key, rest]))
}

async function assertRebuilt(vault: Vault, mayForget: boolean): Promise<void> {
  const before = dumpIndex(vault)
  await rebuild(vault, { acceptDeletions: false })
  const { sessions = [], ...after } = dumpIndex(vault)
  const known = mayForget ? sessions.filter((row) => before.sessions?.includes(row)) : sessions
  expectSame('the index equals a rebuilt one', before, { ...after, sessions: known })
}

/** What a backup was restored to is a whole vault, of that time, or not there. */
async function assertRestored(folder: string, ports: Ports, states: readonly State[]): Promise<void> {
  const root = join(folder, 'restored')
  if (!existsSync(root)) return
  await withVault(root, { ports }, async (vault) => {
    await refresh(vault, 'full')
    assertAlike(vault)
    const said = saidByLog(vault)
    if (!states.some((state) => isDeepStrictEqual(state.said, said)))
      throw new BrokenLaw('a restored vault is what was backed up: it is of no state')
  })
}

/** Git's own check of objects, refs and the index. */
function assertGit(root: string): void {
  if (!existsSync(join(root, '.git'))) return
  try {
    git(root, 'fsck', '--no-dangling', '--no-progress')
    git(root, 'status', '--porcelain')
  } catch (cause) {
    throw new BrokenLaw(`the git repository is whole: ${cause}`, { cause })
  }
}

export function expectSame(law: string, actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) throw new BrokenLaw(`${law}: ${describe(actual, expected)}`)
}

/** The parts that differ, as short as can be. */
function describe(actual: unknown, expected: unknown, path = ''): string {
  const [a, b] = [toPlain(actual), toPlain(expected)]
  if (isObject(a) && isObject(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
      (name) => !isDeepStrictEqual(a[name], b[name]),
    )
    return names
      .slice(0, 4)
      .map((name) => describe(a[name], b[name], `${path}/${name}`))
      .join('; ')
  }
  const short = (value: unknown): string => inspect(value, { depth: 6, maxStringLength: 200, breakLength: Infinity })
  return `${path || 'it'} is ${short(a)}, not ${short(b)}`
}

function toPlain(value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value
}

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null
}
