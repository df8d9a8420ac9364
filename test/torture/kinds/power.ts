/**
 * Power loss before an operation was acknowledged: what it had written and not synced is there in parts, zeroed, or not at
 * all. The log's last append may have lost blocks; if it has not, the files that follow from it may be old, new or empty.
 */
import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isOfSeveralLines, saveAppendNote, toAppendNote } from '../../../src/events/append-note.ts'
import { vaultPaths } from '../../../src/vault/layout.ts'
import { pick, type Random } from '../../support/seeded-random.ts'
import { goOn } from '../go-on.ts'
import { assertLaws } from '../laws.ts'
import { perform } from '../program.ts'
import type { Kind, Round } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { takeOver } from '../template.ts'

interface Chance {
  random: Random
  notes: string[]
}

/** What a file can be that was renamed into place before its bytes were on the disk. */
const partly = ['empty', 'zeroed']

/** Those that what is in the log and the files does not go through. */
const local = ['optimize', 'rebuild', 'backup', 'commit', 'sync', 'redact', 'hit']

export const power: Kind = {
  name: 'power',
  what: 'power loss: the last append in parts, zeroed or lost; files behind it old, new or empty',
  weight: 8,
  run: async (round) => {
    const { folder, random, program, play, prepare, notes } = round
    const possible = program.operations.flatMap((each, n) => (local.includes(each.do) ? [] : [n]))
    if (possible.length === 0) return 'nothing to lose'
    await prepare()
    const operation = pick(random, possible)
    await performTo(round, 0, operation)
    const before = `${folder}.before`
    cpSync(join(folder, 'vault'), before, { recursive: true, preserveTimestamps: true })
    await performTo(round, operation, operation + 1)
    const how = await loseSome(join(folder, 'vault'), before, { random, notes })
    rmSync(before, { recursive: true })
    const expected = { states: play.states, from: operation, to: operation + 1 }
    const { at } = await assertLaws({ folder, ports: roundPorts('next', operation), ...expected })
    await goOn(round, at)
    return how
  },
}

function performTo({ folder, program }: Round, from: number, to: number): Promise<void> {
  const ports = roundPorts(`power ${from}`, from)
  return perform({ ...program, isServed: false }, { folder, ports, from, to, before: () => {}, after: () => {} })
}

async function loseSome(root: string, before: string, { random, notes }: Chance): Promise<string> {
  const segments = globSync('events/*/*.jsonl', { cwd: root })
  const grown = segments.find((path) => sizeOf(join(root, path)) > sizeOf(join(before, path)))
  const isLogHit = grown !== undefined && random() < 0.6
  if (isLogHit) {
    // Nothing that follows from an append is written before it is synced.
    for (const part of ['projects', '.sync']) putBack(root, before, part)
    keepNote(root, grown, sizeOf(join(before, grown)))
    tear(join(root, grown), sizeOf(join(before, grown)), { random, notes })
  }
  const isIndexOld = isLogHit || random() < 0.5
  if (!isLogHit) loseFiles(root, before, { random, notes, ways: isIndexOld ? [...partly, 'old'] : partly })
  if (isIndexOld) putBackIndex(root, before)
  takeOver(root)
  return isLogHit ? 'log' : 'files'
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function putBack(root: string, before: string, part: string): void {
  rmSync(join(root, part), { recursive: true, force: true })
  cpSync(join(before, part), join(root, part), { recursive: true, preserveTimestamps: true })
}

function putBackIndex(root: string, before: string): void {
  for (const side of ['', '-wal', '-shm']) {
    rmSync(join(root, `memo.sqlite${side}`), { force: true })
    if (existsSync(join(before, `memo.sqlite${side}`)))
      cpSync(join(before, `memo.sqlite${side}`), join(root, `memo.sqlite${side}`))
  }
}

/** It was synced before the append began. */
function keepNote(root: string, path: string, from: number): void {
  const bytes = readFileSync(join(root, path)).subarray(from)
  const [, writer = '', number = ''] = /^events\/([^/]+)\/(\d+)/.exec(path) ?? []
  if (!isOfSeveralLines(bytes)) return
  const note = toAppendNote(join(root, path), { writer, segment: Number(number) }, bytes)
  saveAppendNote(vaultPaths(root).appending, { ...note, from })
}

/** What stood in the file before keeps; of the rest, some is lost. */
function tear(path: string, kept: number, { random, notes }: Chance): void {
  const bytes = readFileSync(path)
  const from = kept + Math.floor(random() * (bytes.length - kept))
  const way = pick(random, ['cut', 'zeroed to the end', 'zeroed in the middle', 'rubbish'])
  notes.push(`the log from ${from} of ${bytes.length}, ${kept} were synced: ${way}`)
  if (way === 'cut') {
    truncateSync(path, from)
    return
  }
  const to = way === 'zeroed to the end' ? bytes.length : from + Math.ceil(random() * (bytes.length - from))
  if (way === 'rubbish') for (let at = from; at < to; at++) bytes[at] = 11 + Math.floor(random() * 245)
  else bytes.fill(0, from, to)
  writeFileSync(path, bytes)
}

/** Renamed into place, but the file's own bytes are not on the disk yet. */
function loseFiles(root: string, before: string, { random, notes, ways }: Chance & { ways: readonly string[] }): void {
  for (const path of globSync(['projects/**/*.{md,json}', '.sync/*.json'], { cwd: root })) {
    const [now, then] = [
      readFileSync(join(root, path)),
      existsSync(join(before, path)) ? readFileSync(join(before, path)) : undefined,
    ]
    if (then?.equals(now) === true || random() < 0.4) continue
    const way = pick(random, ways)
    notes.push(`${path}: ${way}`)
    if (way === 'empty') writeFileSync(join(root, path), '')
    else if (way === 'zeroed') writeFileSync(join(root, path), Buffer.alloc(now.length))
    else if (then === undefined) rmSync(join(root, path))
    else writeFileSync(join(root, path), then)
  }
}
