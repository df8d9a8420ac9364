/** One vault on one machine: what its records, events and writers cost. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chainStart, encodeLine } from '../../src/events/codec.ts'
import { nextUlid, zeroUlid } from '../../src/events/ulid.ts'
import { systemPorts } from '../../src/lib/ports.ts'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { ask } from '../ask.ts'
import { benchProject, inVault, makeBenchVault } from '../corpus.ts'
import { median, type Row, round, seconds, sizeOf, timed, writeOne } from './tools.ts'

export async function measureRecords(folder: string, records: number): Promise<Row> {
  const root = join(folder, `records-${records}`)
  await makeBenchVault(root, records)
  const row = await inVault(root, async (vault) => ({
    records,
    'write ms': await median(() => writeOne(vault)),
    'search ms': await median(() => ask(vault, 'bako mi ru taso', { project: benchProject, limit: 10 })),
    'commit of 20 ms': round(await timeCommit(vault)),
    'rebuild s': seconds(await timed(() => rebuild(vault, { acceptDeletions: false }))),
  }))
  const open = await median(() => inVault(root, async () => undefined))
  const sizes = { 'log MB': sizeOf(join(root, 'events')), 'index MB': sizeOf(join(root, 'memo.sqlite')) }
  rmSync(root, { recursive: true, force: true })
  return { ...row, 'open ms': open, ...sizes }
}

async function timeCommit(vault: Vault): Promise<number> {
  await commitPending(vault, { evenIfOff: true })
  for (let n = 0; n < 20; n++) await writeOne(vault)
  return timed(() => commitPending(vault, { evenIfOff: true }))
}

/** A thousand records and a log of hits beside them. */
export async function measureEvents(folder: string, events: number): Promise<Row> {
  const root = join(folder, `events-${events}`)
  await makeBenchVault(root, 1000)
  writeHits(root, 'busy', events)
  const first = await timed(() => inVault(root, (vault) => ask(vault, 'bako', { project: benchProject, limit: 1 })))
  const row = await inVault(root, async (vault) => ({
    events,
    'folding what came s': seconds(first),
    'write ms': await median(() => writeOne(vault)),
    'rebuild s': seconds(await timed(() => rebuild(vault, { acceptDeletions: false }))),
  }))
  const open = await median(() => inVault(root, async () => undefined))
  const size = sizeOf(join(root, 'events'))
  rmSync(root, { recursive: true, force: true })
  return { ...row, 'open ms': open, 'log MB': size }
}

/** Many writers of a few events each: what looking for news costs. */
export async function measureWriters(folder: string, writers: number): Promise<Row> {
  const root = join(folder, `writers-${writers}`)
  await makeBenchVault(root, 1000)
  for (let n = 0; n < writers; n++) writeHits(root, `agent-${n}`, 20)
  await inVault(root, (vault) => ask(vault, 'bako', { project: benchProject, limit: 1 }))
  const vault = await openVault(root)
  const search = await median(() => ask(vault, 'bako mi', { project: benchProject, limit: 10 }))
  const write = await median(() => writeOne(vault))
  closeVault(vault)
  const open = await median(() => inVault(root, async () => undefined))
  rmSync(root, { recursive: true, force: true })
  return { writers, 'open ms': open, 'search ms': search, 'write ms': write }
}

/** As another clone would have written them; a segment is sealed at 512 KiB. */
function writeHits(root: string, writer: string, count: number): void {
  const files = readdirSync(join(root, 'projects', benchProject, 'traps'))
  const names = files.map((name) => name.replace(/\.md$/, ''))
  mkdirSync(join(root, 'events', writer), { recursive: true })
  let [id, prev, segment, text] = [zeroUlid, chainStart, 1, '']
  const flush = (): void => {
    writeFileSync(join(root, 'events', writer, `${String(segment++).padStart(6, '0')}.jsonl`), text)
    text = ''
  }
  for (let seq = 1; seq <= count; seq++) {
    id = nextUlid(id, systemPorts)
    const header = { id, writer, seq, at: new Date().toISOString(), actor: 'cli' as const, prev }
    const data = { project: benchProject, id: names[seq % names.length], via: 'get' }
    const line = encodeLine({ ...header, type: 'record.hit' }, data)
    prev = line.headerHash
    text += line.text
    if (text.length >= 512 * 1024) flush()
  }
  if (text !== '') flush()
}
