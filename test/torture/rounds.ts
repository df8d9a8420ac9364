/** Running rounds from a seed: the same seed, kind and number are the same round, whenever it is run. */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../support/seeded-random.ts'
import { makeProgram, type Play, type Program, play } from './program.ts'
import type { Kind, Round } from './round.ts'
import { copyTemplate, makeTemplate } from './template.ts'

export interface RoundsInput {
  kinds: readonly Kind[]
  rounds: number
  seed: number
  /** Only the round of that number, of each kind. */
  round?: number | undefined
  /** A folder for the vaults; that of a failed round is left in it. */
  folder: string
  onRound?: (kind: Kind, n: number, outcome: string) => void
  onFailure?: (failure: Failure) => void
  /** How many broken laws end the run. */
  mostFailures?: number
}

export interface Failure {
  kind: string
  /** Number of the round within its kind. */
  n: number
  folder: string
  /** What the round was about. */
  program: Program
  notes: readonly string[]
  error: unknown
}

/** Rounds that share a program, whose course without a fault is found once. */
const roundsPerProgram = 20

/** Gives the rounds that broke a law; stops at the first unless more are asked for. */
export async function runRounds(input: RoundsInput): Promise<Failure[]> {
  const bench = await makeBench(input)
  const failures: Failure[] = []
  for (const { kind, n } of plan(input)) {
    const round = await bench.makeRound(kind, n)
    const { folder, program, notes } = round
    try {
      input.onRound?.(kind, n, await kind.run(round))
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      const failure = { kind: kind.name, n, folder, program, notes, error }
      failures.push(failure)
      input.onFailure?.(failure)
      if (failures.length >= (input.mostFailures ?? 1)) break
    }
  }
  return failures
}

/** Kinds take turns by their weights, so that a run that is broken off has met all of them. */
function* plan({ kinds, rounds, round }: RoundsInput): Generator<{ kind: Kind; n: number }> {
  if (round !== undefined) {
    for (const kind of kinds) yield { kind, n: round }
    return
  }
  const counts = kinds.map(() => 0)
  for (let done = 0; done < rounds; done++) {
    const shares = kinds.map(({ weight }, k) => ((counts[k] ?? 0) + 1) / weight)
    const next = shares.indexOf(Math.min(...shares))
    const kind = kinds[next]
    if (kind === undefined) return
    const n = counts[next] ?? 0
    counts[next] = n + 1
    yield { kind, n }
  }
}

interface Bench {
  makeRound(kind: Kind, n: number): Promise<Round>
}

async function makeBench({ seed, folder }: RoundsInput): Promise<Bench> {
  const template = join(folder, 'template')
  mkdirSync(template, { recursive: true })
  await makeTemplate(template, { isLarge: false })
  const plays = new Map<string, { program: Program; play: Play }>()
  const rehearse = async (key: string): Promise<{ program: Program; play: Play }> => {
    const known = plays.get(key)
    if (known !== undefined) return known
    const program = makeProgram(toNumber(key))
    const stage = join(folder, 'rehearsal')
    await copyTemplate(template, stage, program)
    const rehearsed = { program, play: await play(program, stage) }
    rmSync(stage, { recursive: true })
    plays.clear()
    plays.set(key, rehearsed)
    return rehearsed
  }
  return {
    makeRound: async (kind, n) => {
      const { program, play } = await rehearse(`${seed} ${kind.name} ${Math.floor(n / roundsPerProgram)}`)
      const own = join(folder, `${kind.name}-${n}`)
      const random = seededRandom(toNumber(`${seed} ${kind.name} ${n} round`))
      return {
        folder: own,
        random,
        program,
        play,
        notes: [],
        prepare: (into = own) => copyTemplate(template, into, program),
      }
    },
  }
}

/** FNV-1a, so that seeds that are near each other give programs that are not. */
function toNumber(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}
