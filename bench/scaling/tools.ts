/** What the cases of the scaling benchmark share. Times in milliseconds, three digits. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Vault } from '../../src/vault/vault.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'
import { benchProject } from '../corpus.ts'
import { takeTurns } from '../measure.ts'

/** A line of a table, by its columns. */
export type Row = { [column: string]: number }

export const round = (value: number): number => Number(value.toPrecision(3))

export const seconds = (ms: number): number => round(ms / 1000)

export async function median(run: () => unknown, rounds = 15): Promise<number> {
  const [timing] = await takeTurns([{ name: '', run }], rounds, 2)
  return round(timing?.median ?? Number.NaN)
}

export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

let written = 0

export function writeOne(vault: Vault): Promise<unknown> {
  const fields = { kind: 'note', title: `scaling ${written++}`, body: 'A short text about nothing in particular.' }
  const place = { project: benchProject, cwd: vault.paths.root }
  return upsertRecord(vault, toRecordDraft(undefined, fields, vault.config.limits), place)
}

/** Megabytes of a file or of all files in a folder. */
export function sizeOf(path: string): number {
  if (statSync(path).isFile()) return round(statSync(path).size / 1e6)
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const bytes = names
    .map((name) => statSync(join(path, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
  return round(bytes / 1e6)
}
