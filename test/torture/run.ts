/**
 * `npm run torture -- [--rounds N] [--seed S] [--only KIND] [--round N]`: faults of every kind, and the laws of the vault
 * after each. Ends with 1 at the first broken law, and says how to see it again.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect, parseArgs } from 'node:util'
import { kinds } from './kinds.ts'
import { BrokenLaw } from './laws.ts'
import type { Failure } from './rounds.ts'
import { runRounds } from './rounds.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    only: { type: 'string' },
    round: { type: 'string' },
    failures: { type: 'string', default: '1' },
    folder: { type: 'string' },
  },
})
const seed = Number(values.seed)
const only = values.only?.split(',')
const chosen = kinds.filter(({ name }) => only === undefined || only.includes(name))
const possible = chosen.filter((kind) => {
  const obstacle = kind.findObstacle?.()
  if (obstacle !== undefined) print(`${kind.name}: not run here, because ${obstacle}`)
  return obstacle === undefined
})
if (possible.length === 0) {
  for (const { name, what } of kinds) print(`${name.padEnd(12)} ${what}`)
  process.exit(2)
}

prepareEnvironment()
const folder = mkdtempSync(join(values.folder ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir()), 'memo-torture-'))
const started = performance.now()
const counts = new Map<string, Map<string, number>>()
print(`seed ${seed}, in ${folder}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    tellCounts()
    rmSync(folder, { recursive: true })
    process.exit(130)
  })
}
const failures = await runRounds({
  mostFailures: Number(values.failures),
  onFailure: tellFailure,
  kinds: possible,
  rounds: Number(values.rounds),
  seed,
  round: values.round === undefined ? undefined : Number(values.round),
  folder,
  onRound: ({ name }, _, outcome) => {
    const outcomes = counts.get(name) ?? new Map<string, number>()
    counts.set(name, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1))
  },
})
tellCounts()
rmSync(join(folder, 'template'), { recursive: true })
if (failures.length === 0) rmSync(folder, { recursive: true })

/** No round sees the user's home or git settings. */
function prepareEnvironment(): void {
  Object.assign(process.env, { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' })
  delete process.env.MEMO_VAULT
}

function tellCounts(): void {
  let all = 0
  for (const [name, outcomes] of counts) {
    const sum = [...outcomes.values()].reduce((a, b) => a + b, 0)
    all += sum
    const parts = [...outcomes].sort().map(([outcome, count]) => `${outcome} ${count}`)
    print(`${name.padEnd(12)} ${String(sum).padStart(6)} rounds: ${parts.join(', ')}`)
  }
  const seconds = (performance.now() - started) / 1000
  print(`${all} rounds in ${seconds.toFixed(0)} s, ${(all / seconds).toFixed(1)} a second`)
}

function tellFailure({ kind, n, folder: left, program, notes, error }: Failure): void {
  const { isServed, operations } = program
  print(
    `\nBROKEN: ${kind}, round ${n}\n${error instanceof BrokenLaw && error.cause === undefined ? error.message : inspect(error)}`,
  )
  print(`\n${isServed ? 'by one handle' : 'each opens the vault'}:`)
  for (const [index, operation] of operations.entries()) print(`${index} ${JSON.stringify(operation)}`)
  for (const note of notes) print(note)
  print(`\nagain: npm run torture -- --seed ${seed} --only ${kind} --round ${n}\nits vault: ${left}`)
  process.exitCode = 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
