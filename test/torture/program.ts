/** A list of operations from a seed, and how it comes out where nothing goes wrong. */
import { join } from 'node:path'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { allEvents, type Said, saidByLog } from '../support/inspect.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { drawOperations, type Operation, run } from './operations.ts'
import { type RoundPorts, roundPorts } from './round-ports.ts'
import { listen, type Step, stopListening } from './steps.ts'

export interface Program {
  seed: number
  operations: Operation[]
  /** One handle for all of them, as a server has it; else each opens the vault, as a command does. */
  isServed: boolean
  /** Without a repository everything is much faster, and the same. */
  hasGit: boolean
}

export function makeProgram(seed: number): Program {
  const random = seededRandom(seed)
  const isServed = random() < 0.4
  const hasGit = random() < 0.25
  return { seed, isServed, hasGit, operations: drawOperations(random, 3 + Math.floor(random() * 6)) }
}

/** What the vault holds between two operations. */
export interface State {
  said: Said
  /** How many events there are of each type. */
  counts: { [type: string]: number }
}

export interface Play {
  /** Before the first operation, and after each. */
  states: State[]
  /** The steps of each operation. */
  steps: Step[][]
}

/** Plays the program in a folder that has the template, and notes all that can be known of it. */
export async function play(program: Program, folder: string): Promise<Play> {
  const root = join(folder, 'vault')
  const steps: Step[][] = program.operations.map(() => [])
  const states = [await lookAt(root)]
  await perform(program, {
    folder,
    ports: roundPorts('play', 0),
    from: 0,
    before: (n) => listen(folder, (step) => void steps[n]?.push(step)),
    after: async (_, vault) => {
      stopListening()
      states.push(toState(vault))
    },
  })
  return { states, steps }
}

export interface Performance {
  folder: string
  ports: RoundPorts
  /** The first operation to run. */
  from: number
  /** The first that is not run any more; all of them where it is left out. */
  to?: number
  before(n: number): void
  after(n: number, vault: Vault): void | Promise<void>
}

/** Runs the operations one after another; stops with the first that throws. */
export async function perform({ operations, isServed }: Program, performance: Performance): Promise<void> {
  const { folder, ports, from, to = operations.length, before, after } = performance
  const root = join(folder, 'vault')
  let vault = isServed ? await openVault(root, { ports }) : undefined
  try {
    for (const [n, operation] of operations.entries()) {
      if (n < from || n >= to) continue
      ports.setOperation(n)
      before(n)
      vault ??= await openVault(root, { ports })
      await run({ folder, vault }, operation)
      await after(n, vault)
      if (isServed) continue
      closeVault(vault)
      vault = undefined
    }
  } finally {
    stopListening()
    if (vault !== undefined) closeVault(vault)
  }
}

async function lookAt(root: string): Promise<State> {
  const vault = await openVault(root, { ports: roundPorts('look', 0) })
  try {
    return toState(vault)
  } finally {
    closeVault(vault)
  }
}

export function toState(vault: Vault): State {
  const counts: { [type: string]: number } = {}
  for (const { type } of allEvents(vault)) counts[type] = (counts[type] ?? 0) + 1
  return { said: saidByLog(vault), counts }
}
