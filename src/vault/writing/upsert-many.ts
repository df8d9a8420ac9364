/**
 * Writing thousands of records: in chunks, each one lock, one sync and one transaction. A chunk is durable as a whole;
 * what is refused is told by its number, and the good ones are kept. Running the same input again changes nothing.
 */
import { hasModel } from '../../config/has-model.ts'
import { MemoError, toExitStatus } from '../../lib/errors.ts'
import { stopPoint } from '../../lib/stop-point.ts'
import { type Append, appendTogether, needReaders } from '../append.ts'
import { type CommandUnit, newUnit } from '../note-command.ts'
import { type ResolvedProject, resolveProject } from '../project.ts'
import { write } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'
import { type DropIgnored, loadDropIgnored } from './captured-paths.ts'
import { type CountedWordings, countedWordings } from './counted-wordings.ts'
import { recentTraps } from './recent-traps.ts'
import type { RecordDraft } from './record-draft.ts'
import { type UpsertResult, upsertLocked } from './upsert.ts'

/** One item of the input: a draft, or why it is none. */
export interface ManyItem {
  /** Where it stands in the input, 1-based line or path. */
  at: number | string
  project: string | undefined
  /** Builds the draft under the lock, where it may look at what is stored, without ignored paths. Throws MemoError to refuse the item. */
  toDraft: (project: ResolvedProject, drop: DropIgnored) => RecordDraft
  /** Bytes of the input, to keep chunks small in memory. */
  size: number
}

export interface ManyAnswer {
  at: number | string
  outcome: 'created' | 'changed' | 'unchanged' | 'recurred' | 'rejected'
  id?: string
  projectId?: string
  code?: string
  message?: string
}

export interface ManyOptions {
  label: string
  project: string | undefined
  cwd: string
  /** Store also what holds something that looks like a secret. */
  allowSecret?: boolean | undefined
  /** Ends it between two chunks. */
  signal?: AbortSignal | undefined
  /** Told after each chunk, when its answers are durable. */
  onChunk: (answers: readonly ManyAnswer[]) => void
}

/** Large enough that one sync is shared by many records, small enough that others get the lock in between. */
const chunkItems = 500
const chunkBytes = 4 * 1024 * 1024

export async function upsertMany(vault: Vault, items: AsyncIterable<ManyItem>, options: ManyOptions): Promise<void> {
  await loadReaders(vault)
  const drop = await loadDropIgnored(vault, options.cwd, true)
  const writing = { counted: countedWordings(vault), unit: newUnit(), drop }
  let chunk: ManyItem[] = []
  let bytes = 0
  for await (const item of items) {
    chunk.push(item)
    bytes += item.size
    if (chunk.length < chunkItems && bytes < chunkBytes) continue
    await stopPoint(options.signal)
    await writeChunk(vault, chunk, options, writing)
    chunk = []
    bytes = 0
  }
  await stopPoint(options.signal)
  if (chunk.length > 0) await writeChunk(vault, chunk, options, writing)
  // The views were left for the end: each shows the whole project.
  await write(vault, { label: options.label }, () => undefined)
  if (hasModel(vault.config)) await (await import('../embedding/embed-record.ts')).tellWaiting(vault)
}

async function writeChunk(
  vault: Vault,
  items: readonly ManyItem[],
  options: ManyOptions,
  { counted, drop, unit }: { counted: CountedWordings; drop: DropIgnored; unit: CommandUnit },
): Promise<void> {
  const { label, cwd } = options
  const answers = await write(vault, { label, skipViews: true }, () => {
    counted.beginChunk()
    const projects = new Map<string, ResolvedProject>()
    const batch = { counted, recent: recentTraps(vault) }
    const writeAll = (append: Append) =>
      items.map((item) => {
        const named = item.project ?? options.project
        const key = named ?? ''
        try {
          const project = projects.get(key) ?? resolveProject(vault, { named, cwd })
          projects.set(key, project)
          return toAnswer(item, upsertLocked(vault, item.toDraft(project, drop), project, append, batch))
        } catch (error) {
          return toRejection(vault, item, error)
        }
      })
    const { allowSecret } = options
    return appendTogether(vault, writeAll, { allowSecret, unit })
  })
  counted.endChunk()
  options.onChunk(answers)
}

/** What became of an item that was written. */
export function toAnswer({ at }: ManyItem, { id, projectId, changed, created, recurrence }: UpsertResult): ManyAnswer {
  const outcome = created ? 'created' : recurrence ? 'recurred' : changed ? 'changed' : 'unchanged'
  return { at, outcome, id, projectId }
}

/** Only what is wrong with the item itself is told of it; a full disk or a fault of ours ends the batch. */
export function toRejection(vault: Vault, { at }: ManyItem, error: unknown): ManyAnswer {
  if (!(error instanceof MemoError) || toExitStatus(error.code) > 2 || error.code === 'IO') throw error
  return { at, outcome: 'rejected', code: error.code, message: needReaders(vault).secrets.maskSecrets(error.message) }
}
