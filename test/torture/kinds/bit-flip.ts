/**
 * Bits that flip on the disk, in any file of the vault: the doctor says so, mends it as far as it can be, and no record that
 * was not hit is touched by it. A flip in a text is an edit for whoever reads it, and stays one in the history.
 */
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { toFailure } from '../../../src/lib/failure.ts'
import { examineVault } from '../../../src/vault/doctor/examine.ts'
import { fixVault } from '../../../src/vault/doctor/fix.ts'
import { examineUnopened } from '../../../src/vault/doctor/unopened.ts'
import { refresh } from '../../../src/vault/refresh.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { openVault, withVault } from '../../../src/vault/vault.ts'
import { pick, type Random } from '../../support/seeded-random.ts'
import { assertAlike, BrokenLaw, harmless } from '../laws.ts'
import { perform, toState } from '../program.ts'
import type { Kind, Round } from '../round.ts'
import { roundPorts } from '../round-ports.ts'
import { git } from '../template.ts'

const targets: { readonly [name: string]: string } = {
  log: 'events/*/*.jsonl',
  index: 'memo.sqlite',
  record: 'projects/*/*/*.md',
  view: 'projects/*/*.md',
  project: 'projects/*/project.json',
  config: 'config.json',
  local: '.sync/*.{json,sqlite,jsonl}',
  git: '.git/{index,HEAD,config}',
}

export const bitFlip: Kind = {
  name: 'bit-flip',
  what: 'flipped bits or a zeroed run in log, index, records, views, settings, local files or git',
  weight: 8,
  run: async (round) => {
    const { folder, random, program, play, prepare } = round
    await prepare()
    const ports = roundPorts('flip', 0)
    await perform(program, { folder, ports, from: 0, before: () => {}, after: () => {} })
    const root = join(folder, 'vault')
    const target = pick(
      random,
      Object.keys(targets).filter((name) => filesOf(root, name).length > 0),
    )
    const path = pick(random, filesOf(root, target))
    const undo = damage(join(root, path), round)
    round.notes.push(`in ${path}`)
    const found = await look(round, target)
    await mend(round, target, undo)
    if (play.states.length === 0) return target
    return `${target} ${found.length === 0 ? 'unseen' : 'seen'}`
  },
}

function filesOf(root: string, target: string): string[] {
  return globSync(targets[target] ?? '', { cwd: root })
    .filter((path) => statSync(join(root, path)).size > 0)
    .sort()
}

/** Gives what undoes it. */
function damage(path: string, { random, notes }: { random: Random; notes: string[] }): () => void {
  const whole = readFileSync(path)
  const bytes = Buffer.from(whole)
  const at = Math.floor(random() * bytes.length)
  const length = random() < 0.7 ? 1 : Math.ceil(random() * Math.min(512, bytes.length - at))
  notes.push(`${length === 1 ? 'a bit' : `${length} zeroes`} at ${at} of ${bytes.length}`)
  if (length === 1) bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
  else bytes.fill(0, at, at + length)
  writeFileSync(path, bytes)
  return () => writeFileSync(path, whole)
}

interface Open {
  folder: string
  notes: string[]
}

/** The codes that the doctor tells. It never fails itself. */
async function look({ folder, notes }: Open, target: string): Promise<string[]> {
  const root = join(folder, 'vault')
  const ports = roundPorts('doctor', 20)
  const vault = await openVault(root, { ports }).catch((error: unknown) => error)
  const { findings } =
    vault instanceof Error || typeof vault !== 'object' || vault === null || !('paths' in vault)
      ? examineUnopened(root, told(vault, target))
      : await withVault(root, { ports }, (opened) => examineVault(opened, { deep: true }))
  const codes = findings.filter(({ severity }) => severity !== 'info').map(({ code, subject }) => `${code} ${subject}`)
  notes.push(`the doctor finds: ${codes.join(', ') || 'nothing'}`)
  const failed = findings.find(({ code }) => code === 'check-failed')
  if (failed !== undefined) throw new BrokenLaw(`the doctor fails for nothing: ${failed.subject}: ${failed.message}`)
  return codes
}

/** A failure is one that a person can do something about. */
function told(error: unknown, target: string): unknown {
  const failure = toFailure(error)
  if (failure.code === 'BUG' || failure.hint === undefined)
    throw new BrokenLaw(`damage (${target}) is told as ${failure.code}: ${failure.message}`, { cause: error })
  return error
}

async function mend(round: Round, target: string, undo: () => void): Promise<void> {
  const { folder, play, notes } = round
  const root = join(folder, 'vault')
  const ports = roundPorts('mend', 21)
  try {
    await withVault(root, { ports }, async (vault) => {
      await fixVault(vault)
      // What only a look at the whole log tells; its remedy is this.
      const { findings } = await examineVault(vault, { deep: true })
      if (findings.some(({ code }) => code === 'index-differs')) await rebuild(vault, { acceptDeletions: false })
    })
  } catch (error) {
    told(error, target)
    notes.push(`not mended: ${toFailure(error).message}`)
    if (target !== 'config') throw error
    // A person mends it by hand.
    undo()
  }
  await withVault(root, { ports }, async (vault) => {
    await refresh(vault, 'full')
    const left = (await examineVault(vault, { deep: true })).findings.filter(
      ({ code, severity }) => severity !== 'info' && !harmless.includes(code) && !mayStay(target, code),
    )
    if (left.length > 0)
      throw new BrokenLaw(
        `the doctor still finds ${left.map(({ code, subject, message }) => `${code} ${subject}: ${message}`).join('\n')}`,
      )
    const [now, then] = [toState(vault).said, play.states.at(-1)?.said ?? {}]
    const changed = [...new Set([...Object.keys(now), ...Object.keys(then)])].filter(
      (key) => !isDeepStrictEqual(now[key], then[key]),
    )
    const most = target === 'record' ? 2 : 0
    if (changed.length > most)
      throw new BrokenLaw(
        `nothing is lost but what was hit: ${JSON.stringify(changed.map((key) => [now[key], then[key]]))}`,
      )
    if (target !== 'record') assertAlike(vault)
  })
  if (target !== 'git' && existsSync(join(root, '.git'))) git(root, 'fsck', '--no-dangling')
}

/** What only a person can decide: what a text that was hit shall say, and what becomes of git's own files. */
function mayStay(target: string, code: string): boolean {
  if (target === 'record') return code.startsWith('file-')
  return target === 'git' ? code.startsWith('git-') : target === 'config' && code.startsWith('git-')
}
