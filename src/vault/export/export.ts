/**
 * `memo export`: records as they are at one moment, as a file, a folder or a stream. Nothing but their names is held in
 * memory, and what is written is there as a whole or not at all.
 */
import { resolve } from 'node:path'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { stopPoints } from '../../lib/stop-point.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { toIso } from '../../record/times.ts'
import type { Abstention } from '../../retrieval/abstain.ts'
import { assertFilePath, writeStream } from '../backup/write-stream.ts'
import { reading, toldAsOf } from '../history/as-of.ts'
import { assertOutside } from '../outside.ts'
import { isExpired, pathOf } from '../reading/get.ts'
import { withIndexRecovery } from '../refresh.ts'
import type { Vault, View } from '../vault.ts'
import { toExported } from './exported-record.ts'
import { writeFolder } from './folder.ts'
import { type ExportedState, type ExportFormat, openForm, type TextFormat } from './forms.ts'
import { type FoundSecrets, watchSecrets } from './found-secrets.ts'
import { type Selected, type Selection, selectRecords } from './selection.ts'

export interface ExportInput extends Selection {
  format: ExportFormat
  /** A path, or a stream for a form that is one text. */
  target: string | NodeJS.WritableStream
  /** Write into a folder that holds something already. */
  force: boolean
  /** Ends it between two records, with nothing written but what a stream or a filled folder has got. */
  signal?: AbortSignal | undefined
  onProgress?: (records: number, total: number) => void
}

export interface ExportResult {
  format: ExportFormat
  /** Absolute path; null for standard output. */
  out: string | null
  records: number
  bytes: number
  /** Why the query found nothing, or nothing likely; null otherwise. */
  abstained: Abstention | null
  secrets: FoundSecrets
  stale: boolean
  /** The time that was asked for. */
  asOf?: string
}

/**
 * Writes what is selected. Throws USAGE for Markdown without a folder, REFUSED for a place in the vault or a folder that
 * is not empty, NOT_FOUND for a named project that nobody knows, or IO.
 */
export async function exportRecords(vault: Vault, input: ExportInput): Promise<ExportResult> {
  const { target, format, asOf } = input
  if (typeof target === 'string') {
    assertOutside(vault.paths.root, target)
    if (format !== 'markdown') assertFilePath(target)
  }
  const secrets = await watchSecrets(vault)
  return reading(vault, { asOf, scan: 'full' }, async ({ view, now, stale }) => {
    const out = typeof target === 'string' ? resolve(target) : null
    const work = () => writeSelected(vault, view, { input, now, look: secrets.look })
    // What a stream has got cannot be taken back, so only a file is begun again after trouble of the index.
    const { selected, bytes } = await (out === null ? work() : withIndexRecovery(vault, work))
    const { names, abstained } = selected
    const { found } = secrets
    return { format, out, records: names.length, bytes, abstained, secrets: found, stale, ...toldAsOf(asOf) }
  })
}

interface Writing {
  input: ExportInput
  /** The instant (ms) at which lifetimes are judged. */
  now: number
  look(name: string, fields: ReturnType<typeof toExported>): void
}

async function writeSelected(vault: Vault, view: View, writing: Writing) {
  const { input, now } = writing
  // Before the snapshot: a search by meaning writes what it learned. What is gone since then is left out.
  const found = input.query === undefined ? undefined : await selectRecords(vault, view, input, now)
  return atOneState(vault, view, async () => {
    const selected = found ?? (await selectRecords(vault, view, input, now))
    const bytes = await writeRecords(view, selected, writing)
    return { selected, bytes }
  })
}

/** Trouble of the index that comes before the work is no reason not to begin it; what comes within it is told. */
async function atOneState<T>(vault: Vault, view: View, work: () => Promise<T>): Promise<T> {
  const outcome = await withIndexRecovery(vault, () =>
    view.projections.db.longSnapshot(() =>
      work().then(
        (result) => ({ result }),
        (failure: unknown) => ({ failure }),
      ),
    ),
  )
  if ('failure' in outcome) throw outcome.failure
  return outcome.result
}

async function writeRecords(view: View, selected: Selected, writing: Writing): Promise<number> {
  const { target, format, force } = writing.input
  const records = readRecords(view, selected, writing)
  if (format !== 'markdown') return writeText(format, { target, records, selected, now: writing.now })
  if (typeof target === 'string') return writeFolder(target, records, force)
  throw new MemoError('USAGE', 'an export of Markdown is a folder of files', { hint: 'name it with --out' })
}

async function* readRecords(
  view: View,
  { names }: Selected,
  { input, now, look }: Writing,
): AsyncGenerator<ExportedState> {
  const { db } = view.projections
  const mayStop = stopPoints(input.signal)
  let done = 0
  for (const { project, id } of names) {
    const state = findRecord(db, project, id)?.state
    await mayStop()
    if (state === undefined || state.gone) continue
    look(`${project}/${id}`, toExported(state))
    yield { state, filepath: pathOf(view, state), expired: isExpired(view, state, now) }
    input.onProgress?.(++done, names.length)
  }
}

interface Text {
  target: string | NodeJS.WritableStream
  records: AsyncIterable<ExportedState>
  selected: Selected
  now: number
}

async function writeText(format: TextFormat, { target, records, selected, now }: Text): Promise<number> {
  const form = await openForm(format, { names: selected.names, made: toIso(now) })
  let bytes = 0
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for await (const text of inPieces(form, records)) {
      const chunk = Buffer.from(text)
      bytes += chunk.length
      yield chunk
    }
  }
  try {
    return await writeStream(target, chunks())
  } catch (error) {
    // `memo export | head`: the reader has what it wanted.
    if (error instanceof MemoError && findErrno(error.cause) === 'EPIPE') return bytes
    throw error
  }
}

/** Characters that are written together: fewer calls, and nothing to speak of in memory. */
const pieceLength = 64 * 1024

async function* inPieces(
  form: Awaited<ReturnType<typeof openForm>>,
  records: AsyncIterable<ExportedState>,
): AsyncGenerator<string> {
  let piece = form.start
  let place = 0
  for await (const record of records) {
    piece += form.record(record, place++)
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece + form.end
}
