/** What a torture round does to a vault: operations as data, drawn from a seed, and running one as a command would. */
import { appendFileSync, existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../src/events/fold.ts'
import { MemoError } from '../../src/lib/errors.ts'
import { removeTree } from '../../src/lib/remove-file.ts'
import type { Rating } from '../../src/record/vocabulary.ts'
import { backupVault } from '../../src/vault/backup/backup.ts'
import { restoreVault } from '../../src/vault/backup/restore.ts'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { importRecords } from '../../src/vault/import/import-records.ts'
import { findImportSource } from '../../src/vault/import/sources.ts'
import { getRecords } from '../../src/vault/reading/get.ts'
import { redactRecord } from '../../src/vault/redacting/redact.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { syncVault } from '../../src/vault/sync/sync.ts'
import { optimizeVault } from '../../src/vault/upkeep/optimize.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { forgetRecord } from '../../src/vault/writing/forget.ts'
import { linkRecords } from '../../src/vault/writing/link.ts'
import { moveRecord } from '../../src/vault/writing/move.ts'
import { archiveRecords, restoreRecords } from '../../src/vault/writing/put-away.ts'
import { rateRecord } from '../../src/vault/writing/rate.ts'
import { toRecordDraft } from '../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../src/vault/writing/upsert.ts'
import { upsertBatch } from '../../src/vault/writing/upsert-batch.ts'
import { statesByLog } from '../support/inspect.ts'
import { pick, type Random } from '../support/seeded-random.ts'
import { unheard } from './steps.ts'

export type Operation =
  | { do: 'put'; id: string; title: string; body: string; tags: string[] }
  | { do: 'hit'; id: string; session: string | undefined }
  | { do: 'rate'; id: string; rating: Rating }
  | { do: 'archive' | 'restore' | 'forget'; id: string }
  | { do: 'redact'; id: string; keepsCurrent: boolean }
  | { do: 'move'; id: string; toId: string }
  | { do: 'link'; id: string; to: string }
  | { do: 'batch'; ids: string[]; body: string }
  | { do: 'edit'; id: string; line: string }
  | { do: 'import' | 'commit' | 'sync' | 'rebuild' | 'optimize' | 'backup' }

export const project = 'acme'

/** The records that a vault begins with, and two that are made on the way. */
export const ids = ['a', 'b', 'c', 'd', 'e', 'f']
const newIds = ['g', 'h']

const words = ['cache', 'retry', 'Lock', 'naïve', '部署', 'a: b', '- x', 'yes', '0123', '🚀']

function drawText(random: Random, n: number): string {
  return [n, ...Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(random, words))].join(' ')
}

type Draw = (random: Random, n: number) => Operation

/** Each as often as it is listed. */
const draws: readonly (readonly [times: number, draw: Draw])[] = [
  [6, (random, n) => drawPut(random, n)],
  [3, (random) => ({ do: 'hit', id: pick(random, ids), session: pick(random, ['s1', 's2', undefined]) })],
  [
    2,
    (random) => ({ do: 'rate', id: pick(random, ids), rating: pick(random, ['helpful', 'stale', 'wrong'] as const) }),
  ],
  [3, (random) => ({ do: pick(random, ['archive', 'restore', 'forget'] as const), id: pick(random, ids) })],
  [3, (random) => ({ do: 'redact', id: pick(random, ids), keepsCurrent: random() < 0.5 })],
  [2, (random, n) => ({ do: 'move', id: pick(random, ids), toId: `moved-${n}` })],
  [1, (random) => ({ do: 'link', id: pick(random, ids), to: pick(random, ids) })],
  [2, (random, n) => ({ do: 'batch', ids: [pick(random, ids), `x${n}`, `y${n}`], body: drawText(random, n) })],
  [3, (random, n) => ({ do: 'edit', id: pick(random, ids), line: drawText(random, n) })],
  [1, () => ({ do: 'import' })],
  [2, () => ({ do: 'commit' })],
  [1, () => ({ do: 'sync' })],
  [1, () => ({ do: 'rebuild' })],
  [1, () => ({ do: 'optimize' })],
  [1, () => ({ do: 'backup' })],
]
const table = draws.flatMap(([times, draw]) => Array.from({ length: times }, () => draw))

export function drawOperations(random: Random, count: number): Operation[] {
  return Array.from({ length: count }, (_, n) => pick(random, table)(random, n))
}

function drawPut(random: Random, n: number): Operation {
  return {
    do: 'put',
    id: pick(random, [...ids, ...newIds]),
    title: drawText(random, n),
    body: `# ${drawText(random, n)}\n\nsee [[${pick(random, ids)}]]\n`,
    tags: [pick(random, words)],
  }
}

/** Of a round: the vault is `<folder>/vault`, and what it works with lies beside it. */
export interface Scene {
  folder: string
  vault: Vault
}

/** Runs it to its end. What there is nothing to do for is skipped, so that any order can be run. */
export async function run(scene: Scene, operation: Operation): Promise<void> {
  if ('id' in operation && operation.do !== 'put' && !isThere(scene.vault, operation)) return
  const needsGit = operation.do === 'commit' || operation.do === 'sync'
  if (needsGit && !existsSync(join(scene.vault.paths.root, '.git'))) return
  try {
    await runPossible(scene, operation)
  } catch (error) {
    const mayBeRefused = ['redact', 'move', 'restore'].includes(operation.do)
    if (!mayBeRefused || !(error instanceof MemoError && error.code === 'REFUSED')) throw error
  }
}

async function runPossible({ folder, vault }: Scene, operation: Operation): Promise<void> {
  const cwd = folder
  switch (operation.do) {
    case 'put':
      return put(vault, operation, cwd)
    case 'hit':
      return hit(vault, operation, cwd)
    case 'rate':
      await rateRecord(vault, {
        name: operation.id,
        rating: operation.rating,
        ...{ comment: undefined, session: undefined, project, cwd },
      })
      return
    case 'archive':
      await archiveRecords(vault, { names: [operation.id], reason: undefined, project, cwd })
      return
    case 'restore':
      await restoreRecords(vault, { names: [operation.id], reason: undefined, project, cwd })
      return
    case 'forget':
      await forgetRecord(vault, { name: operation.id, reason: undefined, project, cwd })
      return
    case 'redact':
      await redactRecord(vault, {
        name: operation.id,
        reason: undefined,
        project,
        cwd,
        keepsCurrent: operation.keepsCurrent,
      })
      return
    case 'move':
      await moveRecord(vault, { name: `${project}/${operation.id}`, toProject: undefined, toId: operation.toId, cwd })
      return
    case 'link':
      if (operation.id === operation.to) return
      await linkRecords(vault, { from: operation.id, to: operation.to, type: 'relates', force: true, project, cwd })
      return
    case 'batch':
      return putMany(vault, operation, cwd)
    case 'edit':
      return editByHand(vault, operation)
    case 'import':
      await importRecords(vault, findImportSource('markdown'), { paths: [join(folder, 'notes')], project, cwd })
      return
    case 'commit':
      return commit(vault)
    case 'sync':
      await syncVault(vault, { remote: undefined, dryRun: false })
      return
    case 'rebuild':
      await rebuild(vault, { acceptDeletions: false })
      return
    case 'optimize':
      await optimizeVault(vault)
      return
    case 'backup':
      return backUpAndRestore(vault, folder)
  }
}

function isThere(vault: Vault, { id }: { id: string }): boolean {
  return isPresent(unheard(() => statesByLog(vault)).get(`${project}/${id}`))
}

async function put(vault: Vault, { id, title, body, tags }: Operation & { do: 'put' }, cwd: string): Promise<void> {
  const draft = toRecordDraft(id, { kind: 'decision', title, body, tags }, vault.config.limits)
  await upsertRecord(vault, draft, { project, cwd })
}

async function hit(vault: Vault, { id, session }: Operation & { do: 'hit' }, cwd: string): Promise<void> {
  const notices = vault.notices.length
  const usual = { kind: undefined, project, cwd, lines: undefined }
  const { records } = await getRecords(vault, { ...usual, names: [id], session })
  if (records.length !== 1) throw new Error(`${id} was not found, although it is there`)
  // A use that cannot be counted does not keep the record from being read, and none is counted in a copy.
  const isCounted = !vault.readOnly && !vault.notices.slice(notices).some((notice) => notice.includes('not counted'))
  if (!isCounted) throw postponed('the use was not counted')
}

async function putMany(vault: Vault, { ids, body }: Operation & { do: 'batch' }, cwd: string): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    for (const id of ids) yield JSON.stringify({ id, kind: 'decision', title: `Title of ${id}`, body: `${body} ${id}` })
  }
  const { rejected } = await upsertBatch(vault, lines(), { project, cwd })
  if (rejected.length > 0) throw new Error(JSON.stringify(rejected))
}

/** The person's own write meets no fault; what follows from it may. */
async function editByHand(vault: Vault, { id, line }: Operation & { do: 'edit' }): Promise<void> {
  unheard(() => {
    // As a person does, who asks no index.
    const [path] = globSync(`projects/${project}/*/${id}.md`, { cwd: vault.paths.root })
    if (path !== undefined) appendFileSync(join(vault.paths.root, path), `\n${line}\n`)
  })
  await refresh(vault, 'full')
  // A disk that is full as the index is opened: the next command adopts it, and may write something else before.
  if (vault.readOnly) throw postponed('the edit is not adopted yet')
}

async function commit(vault: Vault): Promise<void> {
  const { state, reason } = await commitPending(vault)
  if (state === 'postponed') throw postponed(`the commit was postponed: ${reason}`)
}

function postponed(message: string): Error {
  return Object.assign(new Error(message), { isPostponed: true })
}

/** What was restored must be a whole vault or not there; whoever finds one here looks at it with the laws. */
async function backUpAndRestore(vault: Vault, folder: string): Promise<void> {
  const file = join(folder, 'backup.tar.gz')
  const target = join(folder, 'restored')
  unheard(() => removeTree(target))
  await backupVault(vault.paths.root, { target: file, secret: undefined, memo: '1' }, vault.ports)
  const { createReadStream } = await import('node:fs')
  await restoreVault(
    target,
    { source: createReadStream(file), passphrase: async () => '', verifyOnly: false, onNotice: () => {} },
    vault.ports,
  )
}
