/**
 * Vaults that are copied, restored from backups, or forked behind memo's back, all going on writing, and meeting again:
 * every acknowledged use counts once, everywhere.
 */
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rehomeBranch } from '../../src/events/rehome.ts'
import { memorySegments, type SegmentStore } from '../../src/events/segments.ts'
import { verifyLog } from '../../src/events/verify.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { resetIndex } from '../../src/vault/reset-index.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { readWriter, renewWriter } from '../../src/vault/writer.ts'
import { saidByFiles, saidByIndex, saidByLog } from '../support/inspect.ts'
import { lawTimeoutMs, runs } from '../support/runs.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { hit, makeVault, project, put, testPorts } from '../support/vault.ts'

const step = fc.record({
  do: fc.constantFrom('hit', 'hit', 'hit', 'put', 'sync', 'copy', 'backup', 'restore', 'put back events', 'fork'),
  clone: fc.nat(2),
})

interface Clone {
  root: string
  vault: Vault
  backup: string | undefined
}

function branchOf(segments: SegmentStore, writer: string): Map<number, Buffer> {
  return new Map(segments.list(writer).map((segment) => [segment, Buffer.from(segments.read(writer, segment, 0))]))
}

/** Takes over all logs; tells the writers that have another branch now. */
function take(into: SegmentStore, from: SegmentStore): string[] {
  return from.writers().filter((writer) => {
    const { found, kept } = rehomeBranch({ segments: into, writer, theirs: branchOf(from, writer) })
    return found === 'fork' && kept === 'theirs'
  })
}

async function sync({ vault }: Clone, remote: SegmentStore): Promise<void> {
  const replaced = vault.lock.hold(1000, 'test', () => take(vault.log.segments, remote))
  if (replaced.includes(readWriter(vault.paths)?.writer ?? '')) renewWriter(vault.paths, vault.ports)
  if (replaced.length > 0) resetIndex(vault, 'in place')
  take(remote, vault.log.segments)
  await refresh(vault, 'full')
}

const dropIndex = (root: string): void => {
  for (const side of ['', '-wal', '-shm']) rmSync(join(root, `memo.sqlite${side}`), { force: true })
}

/** Its last file holds what the record said first, which the logs of two writers tell in turn. */
const olderFilePutBack = (
  ['hit', 'backup', 'hit', 'put back events', 'put', 'hit', 'hit', 'hit', 'put back events'] as const
).map((what) => ({ do: what, clone: 0 }))

test('every acknowledged use counts once, whatever became of the folders', { timeout: lawTimeoutMs }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const ports = testPorts()
      const remote = memorySegments()
      const first = await makeVault(ports)
      await put(first.vault, { id: 'a', kind: 'trap', title: 'A', body: 'text' })
      const clones: Clone[] = [{ root: first.root, vault: first.vault, backup: undefined }]
      await sync({ ...first, backup: undefined }, remote)
      let hits = 0
      const reopen = async (clone: Clone): Promise<void> => {
        clone.vault = await openVault(clone.root, { ports })
      }
      for (const { do: what, clone: number } of steps) {
        const clone = clones[number % clones.length]
        if (clone === undefined) continue
        ports.advance(1000)
        if (what === 'hit') {
          if (await hit(clone.vault, 'a')) hits++
        } else if (what === 'put') {
          await put(clone.vault, { id: 'a', kind: 'trap', body: `text ${ports.now()}` })
        } else if (what === 'sync') await sync(clone, remote)
        else if (what === 'copy' && clones.length < 3) {
          const root = join(makeTempDir(), 'vault')
          cpSync(clone.root, root, { recursive: true })
          clones.push({ root, vault: await openVault(root, { ports }), backup: undefined })
        } else if (what === 'backup') {
          clone.backup = makeTempDir()
          cpSync(clone.root, clone.backup, { recursive: true })
        } else if (clone.backup !== undefined) {
          // What is in no other place is gone with the folder; the rest must come back.
          await sync(clone, remote)
          closeVault(clone.vault)
          if (what === 'restore') {
            rmSync(clone.root, { recursive: true })
            cpSync(clone.backup, clone.root, { recursive: true })
          } else {
            rmSync(join(clone.root, 'events'), { recursive: true })
            cpSync(join(clone.backup, 'events'), join(clone.root, 'events'), { recursive: true })
            rmSync(join(clone.root, 'projects'), { recursive: true })
            cpSync(join(clone.backup, 'projects'), join(clone.root, 'projects'), { recursive: true })
            dropIndex(clone.root)
            if (what === 'fork') rmSync(join(clone.root, '.sync', 'appended.json'), { force: true })
          }
          await reopen(clone)
        }
      }
      for (const _ of [1, 2]) for (const clone of clones) await sync(clone, remote)
      for (const { root, vault } of clones) {
        expect(saidByIndex(vault)[`${project}/a`]?.hits ?? 0).toBe(hits)
        expect(saidByIndex(vault)).toEqual(saidByLog(vault))
        expect(saidByFiles(root)).toEqual(saidByLog(vault))
        expect(verifyLog(vault.log.segments).findings).toEqual([])
        closeVault(vault)
      }
    }),
    { ...runs(6), examples: [[olderFilePutBack]] },
  )
})
