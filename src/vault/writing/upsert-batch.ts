/** `memo upsert --batch`: one JSON object per line, with the names of the flags as fields. */
import { MemoError } from '../../lib/errors.ts'
import { isJsonObject } from '../../lib/json-object.ts'
import { decodeUtf8 } from '../../lib/utf8.ts'
import { contentFieldNames } from '../../record/schema.ts'
import type { Vault } from '../vault.ts'
import { toRecordDraft } from './record-draft.ts'
import type { UpsertPlace } from './upsert.ts'
import { type ManyAnswer, type ManyItem, upsertMany } from './upsert-many.ts'

export interface BatchResult {
  accepted: number
  unchanged: number
  rejected: { line: number; code: string; message: string }[]
  /** What became of each accepted or unchanged line. */
  results: { line: number; outcome: ManyAnswer['outcome']; id: string; projectId: string }[]
}

export interface BatchInput extends UpsertPlace {
  /** Ends it between two chunks; what is written stays. */
  signal?: AbortSignal
  onProgress?: (done: number) => void
}

const allowedFields = new Set([...contentFieldNames, 'id', 'project'])

/** Writes every line that can be written; lines of bytes are read as UTF-8. Throws only for what would stop every line (IO, BUSY, READ_ONLY). */
export async function upsertBatch(
  vault: Vault,
  lines: AsyncIterable<string | Uint8Array>,
  { project, cwd, allowSecret, signal, onProgress }: BatchInput,
): Promise<BatchResult> {
  const result: BatchResult = { accepted: 0, unchanged: 0, rejected: [], results: [] }
  let done = 0
  await upsertMany(vault, toItems(vault, lines), {
    label: 'upsert --batch',
    project,
    cwd,
    allowSecret,
    signal,
    onChunk: (answers) => {
      for (const answer of answers) add(result, answer)
      done += answers.length
      onProgress?.(done)
    },
  })
  return result
}

function add(result: BatchResult, { at, outcome, id = '', projectId = '', code = '', message = '' }: ManyAnswer): void {
  const line = Number(at)
  if (outcome === 'rejected') {
    result.rejected.push({ line, code, message })
    return
  }
  if (outcome === 'unchanged') result.unchanged++
  else result.accepted++
  result.results.push({ line, outcome, id, projectId })
}

async function* toItems(vault: Vault, lines: AsyncIterable<string | Uint8Array>): AsyncGenerator<ManyItem> {
  let number = 0
  for await (const line of lines) {
    number++
    if (!isBlank(line)) yield toItem(vault, number, line)
  }
}

function isBlank(line: string | Uint8Array): boolean {
  return typeof line === 'string'
    ? line.trim() === ''
    : line.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))
}

function toItem(vault: Vault, at: number, line: string | Uint8Array): ManyItem {
  const size = line.length
  try {
    const { id, project, ...fields } = parseLine(typeof line === 'string' ? line : decode(line))
    const named = optionalText('project', project)
    const draft = toRecordDraft(optionalText('id', id), fields, vault.config.limits)
    return { at, project: named, toDraft: (place, drop) => drop(draft, place), size }
  } catch (error) {
    return {
      at,
      project: undefined,
      toDraft: () => {
        throw error
      },
      size,
    }
  }
}

function decode(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes)
  if (text === undefined) throw new MemoError('USAGE', 'the line is not valid UTF-8')
  return text
}

function parseLine(text: string): { [field: string]: unknown } {
  const value = parseJson(text)
  if (!isJsonObject(value)) {
    throw new MemoError('USAGE', 'the line is not a JSON object')
  }
  const unknown = Object.keys(value).find((name) => !allowedFields.has(name))
  if (unknown !== undefined) throw new MemoError('USAGE', `there is no field "${unknown}"`)
  return value as { [field: string]: unknown }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MemoError('USAGE', 'the line is not JSON', { cause })
  }
}

function optionalText(name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  throw new MemoError('USAGE', `${name}: must be text`)
}
