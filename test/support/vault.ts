/** A vault in a folder of its own, with a clock that the test moves and ids that it can foretell. */
import { join } from 'node:path'
import type { Ports } from '../../src/lib/ports.ts'
import type { Rating } from '../../src/record/vocabulary.ts'
import { initVault } from '../../src/vault/init.ts'
import { type GetInput, type GetResult, getRecords } from '../../src/vault/reading/get.ts'
import { openVault, type Vault } from '../../src/vault/vault.ts'
import { recordHits } from '../../src/vault/writing/hits.ts'
import { type RateResult, rateRecord } from '../../src/vault/writing/rate.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { type UpsertResult, upsertRecord } from '../../src/vault/writing/upsert.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { copyRepository } from './fresh-repository.ts'
import { makeTempDir } from './temp-dir.ts'

export interface TestPorts extends Ports {
  /** Moves the clock. */
  advance(ms: number): void
}

/** A clock that starts at a fixed time and stands still; random bytes that count up from the seed. */
export function testPorts(start = Date.parse('2031-05-01T09:00:00.000Z'), seed = 0): TestPorts {
  let time = start
  let count = seed
  return {
    now: () => time,
    elapsed: () => time,
    advance: (ms) => {
      time += ms
    },
    random: (size) => Uint8Array.from({ length: size }, () => count++ % 256),
  }
}

export interface TestVault {
  root: string
  ports: TestPorts
  vault: Vault
  /** Opens the same folder again, as the next command would. */
  reopen(): Promise<Vault>
}

export const project = 'acme'

/** In a folder that goes with the test, unless the caller has one that lives longer. */
export async function makeVault(ports: TestPorts = testPorts(), folder: string = makeTempDir()): Promise<TestVault> {
  const root = join(folder, 'vault')
  await copyRepository(root)
  await initVault(root, { ports })
  return { root, ports, vault: await openVault(root, { ports }), reopen: () => openVault(root, { ports }) }
}

/** Writes a record the way the CLI does. */
export async function put(vault: Vault, fields: { id?: string; [field: string]: unknown }): Promise<UpsertResult> {
  const { id, ...given } = fields
  const draft = toRecordDraft(id, { kind: 'note', ...given }, vault.config.limits)
  return upsertRecord(vault, draft, { project, cwd: vault.paths.root })
}

/** Writes many records as one batch does; throws if one is refused. */
export async function putAll(vault: Vault, records: Iterable<object>): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (const record of records) yield JSON.stringify({ kind: 'note', ...record })
  }
  const { rejected } = await upsertBatch(vault, lines(), { project, cwd: vault.paths.root })
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected[0]))
}

/** Reads a record by name, and counts a use of it as the command does. */
export function get(vault: Vault, name: string, more: Partial<GetInput> = {}): Promise<GetResult> {
  const usual = { kind: undefined, project, cwd: '/', session: undefined, lines: undefined }
  return getRecords(vault, { ...usual, names: [name], ...more })
}

/** Counts a use of a record, of a kind whose uses count; tells whether it was counted. */
export async function hit(vault: Vault, id: string, session?: string): Promise<boolean> {
  const record = { project, id, kind: 'trap' as const }
  return (await recordHits(vault, { records: [record], via: 'get', session, query: undefined })).length > 0
}

export function rate(vault: Vault, id: string, rating: Rating): Promise<RateResult> {
  return rateRecord(vault, { name: id, rating, comment: undefined, session: undefined, project, cwd: '/' })
}
