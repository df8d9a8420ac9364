/** What a kind of fault is, and what it is given for one round. */
import type { Random } from '../support/seeded-random.ts'
import type { Play, Program } from './program.ts'

export interface Round {
  /** A folder of its own, which does not exist yet. */
  folder: string
  random: Random
  program: Program
  /** How the program comes out where nothing goes wrong. */
  play: Play
  /** What was done to it, told when a law is broken. */
  notes: string[]
  /** Makes the folder, or the one that is given: the vault as the program finds it. */
  prepare(folder?: string): Promise<void>
}

export interface Kind {
  name: string
  /** What is done to the vault, for the list of kinds. */
  what: string
  /** Share of the rounds where all kinds run; a slow kind has less. */
  weight: number
  /** Why it cannot be run here, or undefined. */
  findObstacle?(): string | undefined
  /** One round. Throws where a law is broken. @returns what happened, in a word: rounds are counted by it */
  run(round: Round): Promise<string>
}
