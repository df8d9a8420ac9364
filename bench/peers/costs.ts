/**
 * What each program costs on one corpus. They take turns in every round, so that what else the machine does meets all of
 * them alike.
 */
import { join } from 'node:path'
import type { CostCorpus } from './corpora.ts'
import type { Installed } from './peer.ts'
import { type PeerCosts, Runner } from './runner.ts'

export interface Entry {
  name: string
  installed: Installed
}

export interface Rounds {
  loads: number
  refreshes: number
  cold: number
  warm: number
}

/** @param folder an empty one, for the homes */
export async function measureCosts(
  entries: readonly Entry[],
  { documents, queries }: CostCorpus,
  { folder, rounds, tell }: { folder: string; rounds: Rounds; tell(stage: string): void },
): Promise<PeerCosts[]> {
  const runners = entries.map(({ name, installed }) => new Runner(name, (home) => installed.open(home, documents)))
  const inTurns = async (from: number, to: number, run: (runner: Runner, round: number) => Promise<void>) => {
    for (let round = from; round < to; round++) for (const runner of runners) await run(runner, round)
  }
  const queryOf = (round: number): string => queries.at(round % queries.length) ?? ''
  try {
    // Rounds below 0 warm up.
    tell('taking the documents in')
    await inTurns(0, rounds.loads, (runner, round) => runner.load(join(folder, `${runner.costs.name}-${round}`)))
    tell('the index anew, looks for changes')
    await inTurns(0, rounds.loads, (runner) => runner.repeat('rebuild', true))
    await inTurns(-1, rounds.refreshes, (runner, round) => runner.repeat('refresh', round >= 0))
    tell('cold searches')
    await inTurns(-1, rounds.cold, (runner, round) => runner.searchCold(queryOf(round), round >= 0))
    tell('warm searches')
    for (const runner of runners) await runner.serve()
    await inTurns(-queries.length, rounds.warm, (runner, round) => runner.searchWarm(queryOf(round), round >= 0))
    return runners.map((runner) => runner.finish())
  } finally {
    for (const runner of runners) await runner.close()
  }
}
