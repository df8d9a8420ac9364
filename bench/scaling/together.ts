/** Several clones of one vault, and several processes on one: what it costs to go together. */
import { execFileSync, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { initVault } from '../../src/vault/init.ts'
import { cloneVault } from '../../src/vault/sync/clone.ts'
import { syncVault } from '../../src/vault/sync/sync.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { recordHits } from '../../src/vault/writing/hits.ts'
import { benchProject, inVault, makeBenchVault } from '../corpus.ts'
import { median, type Row, round, timed, writeOne } from './tools.ts'

/** Each clone writes twenty records and uses others, then all exchange until nobody has news. */
export async function measureClones(folder: string, clones: number): Promise<Row> {
  const remote = join(folder, `remote-${clones}.git`)
  execFileSync('git', ['init', '--quiet', '--bare', remote])
  const roots = Array.from({ length: clones }, (_, n) => join(folder, `clone-${clones}-${n}`))
  const [first = ''] = roots
  await makeBenchVault(first, 1000)
  await inVault(first, (vault) => syncVault(vault, { remote, dryRun: false }))
  for (const root of roots.slice(1)) await cloneVault(remote, root)
  for (const root of roots) await inVault(root, workOn)
  let syncs = 0
  let rounds = 0
  const ms = await timed(async () => {
    for (let isQuiet = false; !isQuiet; rounds++) {
      isQuiet = true
      for (const root of roots) {
        const { state } = await inVault(root, (vault) => syncVault(vault, { remote: undefined, dryRun: false }))
        if (state !== 'nothing') isQuiet = false
        syncs++
      }
    }
  })
  const quiet = await median(() => inVault(first, (vault) => syncVault(vault, { remote: undefined, dryRun: false })), 9)
  for (const root of [remote, ...roots]) rmSync(root, { recursive: true, force: true })
  return { clones, 'rounds until quiet': rounds, 'a sync ms': round(ms / syncs), 'a sync with nothing new ms': quiet }
}

async function workOn(vault: Vault): Promise<void> {
  for (let n = 0; n < 20; n++) await writeOne(vault)
  const rows = vault.projections.db.prepare("SELECT id FROM records WHERE kind = 'trap' ORDER BY id LIMIT 20").all()
  const records = rows.map(({ id }) => ({ project: benchProject, id: String(id), kind: 'trap' as const }))
  await recordHits(vault, { records, via: 'get', session: undefined, query: undefined })
}

/** Processes that write to one vault at once, each write durable. */
export async function measureProcesses(folder: string, processes: number): Promise<Row> {
  const root = join(folder, `processes-${processes}`)
  await initVault(root)
  const each = Math.ceil(160 / processes)
  const worker = new URL('writer.ts', import.meta.url).pathname
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: processes }, (_, n) =>
        finished(spawn(process.execPath, [worker, root, `${n}`, `${each}`], { stdio: 'inherit' })),
      ),
    ),
  )
  rmSync(root, { recursive: true, force: true })
  return { processes, 'writes in all': each * processes, 'writes a second': round((each * processes) / (ms / 1000)) }
}

function finished(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (status) => (status === 0 ? resolve() : reject(new Error(`a writer ended with ${status}`))))
  })
}
