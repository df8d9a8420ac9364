/** JSON, one object a line: what `memo export` writes, which comes back whole, and anything else with our names of fields. */
import { resolve } from 'node:path'
import { openByteLines } from '../../../lib/byte-lines.ts'
import { sha256 } from '../../../lib/hash.ts'
import { decodeUtf8 } from '../../../lib/utf8.ts'
import { isId } from '../../../record/ids.ts'
import { hasReservedKey, reservedKeyProblem } from '../../../record/reserved-key.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { parseJsonObject } from './json-object.ts'
import { type Frontmatter, toRecord } from './markdown-file.ts'
import { keepStandardInput } from './standard-input.ts'
import { isWholeRecord } from './whole-record.ts'

export const jsonl: ImportSource = {
  name: 'jsonl',
  summary: 'Lines of "memo export", or other JSON objects with the names of its fields, one a line.',
  path: 'the file; - is standard input',
  ownIds: true,
  read,
}

async function* read(paths: readonly string[], { cwd }: ReadOptions): AsyncGenerator<ImportItem> {
  for (const path of paths) {
    const toOrigin = originsIn(path)
    const { lines } = openByteLines(path === '-' ? await keepStandardInput() : resolve(cwd, path))
    let number = 0
    for await (const line of lines) {
      number++
      const text = decodeUtf8(line)
      if (text?.trim() !== '') yield toItem(`${path}:${number}`, text, toOrigin)
    }
  }
}

type ToOrigin = (data: Frontmatter, text: string) => string

/**
 * A line is known again by its id, without one by what it says: where it stands changes with every line that comes before
 * it, and says nothing of standard input. Those alike are counted.
 */
function originsIn(path: string): ToOrigin {
  const counts = new Map<string, number>()
  return ({ id }, text) => {
    const name = typeof id === 'string' && isId(id) ? id : sha256(text.trim()).slice(0, 16)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? `${path}#${name}` : `${path}#${name} (${count})`
  }
}

function toItem(at: string, text: string | undefined, toOrigin: ToOrigin): ImportItem {
  if (text === undefined) return { origin: at, problem: 'the line is not valid UTF-8' }
  const data = parseJsonObject(text)
  if (data === undefined) return { origin: at, problem: 'the line is not a JSON object' }
  if (hasReservedKey(data)) return { origin: at, problem: reservedKeyProblem }
  const { body = '' } = data
  if (typeof body !== 'string') return { origin: at, problem: 'its body is not text' }
  const record = toRecord({ data, body })
  const { kind, title, updated } = data
  return {
    ...{ origin: toOrigin(data, text), at, record, isWhole: isWholeRecord(data, record) },
    ...(typeof title === 'string' && { names: [title] }),
    ...(typeof kind === 'string' && { type: kind }),
    ...(typeof updated === 'string' && !Number.isNaN(Date.parse(updated)) && { changedAt: Date.parse(updated) }),
  }
}
