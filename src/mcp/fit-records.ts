/**
 * Records in full, inside a number of tokens: whole ones from the front, the first that does not fit cut behind a line,
 * and the names of the rest. Pure.
 */

import { toGraphemeStart } from '../lib/text-cut.ts'
import { estimateTokens } from '../lib/token-estimate.ts'
import type { GotRecord } from '../vault/reading/get.ts'
import { costOfJson } from './budget.ts'

export interface FittedRecords {
  records: GotRecord[]
  /** `project/id` of those that are not shown at all. */
  leftOut: string[]
  /** How to read on; undefined when everything is shown. */
  hint: string | undefined
}

/** Below this a piece of a text is not worth its frontmatter. */
const leastText = 20

export function fitRecords(all: readonly GotRecord[], maxTokens: number): FittedRecords {
  let left = maxTokens
  const end = all.findIndex((record) => {
    left -= costOfJson(record)
    return left < 0
  })
  const next = all[end]
  if (next === undefined) return { records: [...all], leftOut: [], hint: undefined }
  const piece = cut(next, left + costOfJson(next))
  const whole = all.slice(0, end)
  const records = piece === undefined ? whole : [...whole, piece.record]
  const leftOut = all.slice(records.length).map(({ projectId, id }) => `${projectId}/${id}`)
  const hints = [
    ...(piece === undefined ? [] : [piece.hint]),
    ...(leftOut.length > 0 ? [`get the other ${leftOut.length} by themselves, or raise maxTokens`] : []),
  ]
  return { records, leftOut, hint: hints.join('; ') }
}

interface Piece {
  record: GotRecord
  hint: string
}

/** The record with as many whole lines as there is room for; of a line that is longer than that, its beginning. */
function cut(record: GotRecord, maxTokens: number): Piece | undefined {
  const room = maxTokens - costOfJson({ ...record, body: '', lines: [0, 0] })
  if (room < leastText) return undefined
  const lines = record.body.split('\n')
  const from = record.lines?.[0] ?? 1
  const count = countFitting(lines, room)
  const to = from + Math.max(count, 1) - 1
  const body = count > 0 ? lines.slice(0, count).join('\n') : startOf(lines[0] ?? '', room)
  const name = `${record.projectId}/${record.id}`
  const hints = [
    ...(count === 0 ? [`a line of ${name} is longer than maxTokens; the whole is in ${record.filepath}`] : []),
    ...(lines.length > Math.max(count, 1) ? [`${name} goes on: get it with from ${to + 1}`] : []),
  ]
  return { record: { ...record, body, lines: [from, to] }, hint: hints.join('; ') }
}

function countFitting(lines: readonly string[], room: number): number {
  let left = room
  const end = lines.findIndex((line) => {
    // One for the line break.
    left -= costOfJson(line) + 1
    return left < 0
  })
  return end === -1 ? lines.length : end
}

function startOf(line: string, room: number): string {
  let length = line.length
  while (length > 1 && estimateTokens(line.slice(0, length)) > room) length = Math.floor(length * 0.8)
  return line.slice(0, toGraphemeStart(line, length))
}
