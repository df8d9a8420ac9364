/** What a call from nothing costs, in CPU and in memory: `memo search --json` beside the least that Node and SQLite can do. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchProject } from './corpus.ts'
import type { Sized } from './growth.ts'
import { type Comparison, compare, summarise } from './measure.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

interface Used {
  cpuMs: number
  /** Most that was held at once. */
  memoryMb: number
}

/** A word that one record in four holds, as words of a query do. */
const word = 'koko'

/** In turns, `rounds` times after two that fill the caches. */
export async function compareCold({ root, records }: Sized, rounds: number): Promise<Comparison[]> {
  const search = [fileOf('../bin/run.js'), 'search', word, '--project', benchProject, '--json']
  const floor = [fileOf('bare.cjs'), join(root, 'memo.sqlite'), word]
  const used: { [name in 'search' | 'floor']: Used[] } = { search: [], floor: [] }
  for (let round = -2; round < rounds; round++) {
    const [ours, least] = [await runCold(search, root), await runCold(floor, root)]
    if (round < 0) continue
    used.search.push(ours)
    used.floor.push(least)
  }
  const of = (figure: keyof Used, unit: 'ms' | 'MB') => [
    summarise(
      'memo search --json',
      used.search.map((each) => each[figure]),
      unit,
    ),
    summarise(
      'Node, better-sqlite3, one MATCH',
      used.floor.map((each) => each[figure]),
      unit,
    ),
  ]
  return [
    compare(`CPU of a cold search in ${records} records`, '1.5', of('cpuMs', 'ms')),
    compare(`memory of a cold search in ${records} records`, '1.4', of('memoryMb', 'MB')),
  ]
}

/** The answer is read through a pipe, as an agent does. Throws what the program said where it does not end well. */
async function runCold(args: readonly string[], vault: string): Promise<Used> {
  const child = spawn(process.execPath, ['--require', fileOf('usage.cjs'), ...args], {
    env: { ...process.env, MEMO_VAULT: vault },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const [, said, told] = await Promise.all(child.stdio.slice(1).map(readAll))
  const status = child.exitCode ?? (await new Promise((resolve) => child.once('exit', resolve)))
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${said}`)
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(told ?? '') as NodeJS.ResourceUsage
  return { cpuMs: (userCPUTime + systemCPUTime) / 1000, memoryMb: maxRSS / 1024 }
}

async function readAll(stream: unknown): Promise<string> {
  let text = ''
  for await (const piece of stream as AsyncIterable<Buffer>) text += piece.toString()
  return text
}
