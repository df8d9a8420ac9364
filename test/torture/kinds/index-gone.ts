/** The index is deleted or replaced between two operations, under a handle that stays open as a server's does. */
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initVault } from '../../../src/vault/init.ts'
import { closeVault, openVault } from '../../../src/vault/vault.ts'
import { pick, type Random } from '../../support/seeded-random.ts'
import { assertLaws } from '../laws.ts'
import { run } from '../operations.ts'
import { perform } from '../program.ts'
import type { Kind } from '../round.ts'
import { roundPorts } from '../round-ports.ts'

const sides = ['', '-wal', '-shm']

type Deed = (index: string, folder: string, random: Random) => void

const deeds: { readonly [name: string]: Deed } = {
  removed: (index) => remove(index),
  'main file removed': (index) => rmSync(index, { force: true }),
  'side files removed': (index) => {
    for (const side of ['-wal', '-shm']) rmSync(`${index}${side}`, { force: true })
  },
  emptied: (index) => {
    remove(index)
    writeFileSync(index, '')
  },
  'an older one': (index, folder) => replaceBy(index, join(folder, 'old.sqlite')),
  'of another vault': (index, folder) => replaceBy(index, join(folder, 'another', 'memo.sqlite')),
  garbage: (index) => {
    remove(index)
    writeFileSync(index, 'no database '.repeat(1000))
  },
  'cut in half': (index) => {
    if (existsSync(index)) truncateSync(index, Math.floor(statSync(index).size / 2))
  },
  overwritten: (index, _, random) => {
    const bytes = readFileSync(index)
    bytes.fill(0x55, Math.floor(random() * bytes.length))
    writeFileSync(index, bytes)
  },
}

function remove(index: string): void {
  for (const side of sides) rmSync(`${index}${side}`, { force: true })
}

function replaceBy(index: string, other: string): void {
  remove(index)
  copyFileSync(other, index)
}

export const indexGone: Kind = {
  name: 'index-gone',
  what: 'the index is deleted, cut, or replaced by an old one, another vault’s or rubbish, under an open handle',
  weight: 5,
  run: async ({ folder, random, program, play, prepare, notes }) => {
    await prepare()
    const index = join(folder, 'vault', 'memo.sqlite')
    copyFileSync(index, join(folder, 'old.sqlite'))
    await makeAnother(folder)
    const target = Math.floor(random() * program.operations.length)
    const deed = pick(random, Object.keys(deeds))
    const isServed = random() < 0.8
    notes.push(`in front of operation ${target}: ${deed}, ${isServed ? 'under one handle' : 'between two commands'}`)
    const before = (n: number): void => {
      if (n === target) deeds[deed]?.(index, folder, random)
    }
    const ports = roundPorts('served', 0)
    await perform({ ...program, isServed }, { folder, ports, from: 0, before, after: () => {} })
    const last = program.operations.length
    await assertLaws({ folder, ports, states: play.states, from: last, to: last })
    return deed
  },
}

async function makeAnother(folder: string): Promise<void> {
  const root = join(folder, 'another')
  const ports = roundPorts('another', -10)
  await initVault(root, { ports })
  const vault = await openVault(root, { ports })
  await run({ folder, vault }, { do: 'put', id: 'stranger', title: 'Stranger', body: 'Of another vault', tags: [] })
  closeVault(vault)
}
