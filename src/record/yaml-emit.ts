/**
 * Writes plain values as YAML that every reader understands alike. One line per field where possible: lists of scalars
 * in flow style, lists that hold objects as one flow value per line, objects as indented fields.
 */
import { MemoError } from '../lib/errors.ts'
import { isJsonObject } from '../lib/json-object.ts'
import type { Fields, JsonValue } from './json-value.ts'
import { emitString } from './yaml-string.ts'

/** Collections inside one another, the frontmatter itself included. Far above use, far below what exhausts a stack. */
export const maxDepth = 100

/** YAML ends the search for the colon of a one-line key after 1024 characters, quotes and escapes included. */
export const maxKeyLength = 1000

/** `key: value` and its line ends; `key` is written as given, so it comes from `emitKey` or from the file. */
export function emitField(key: string, value: JsonValue): string {
  return emitBlock('', key, value, 2)
}

export function emitKey(key: string): string {
  if (isWritableKey(key)) return emitString(key)
  throw new MemoError('REFUSED', `a frontmatter key of ${key.length} characters cannot be written`, {
    hint: `use at most ${maxKeyLength} characters, quotes and escapes included`,
  })
}

/** Whether `emitKey` takes it: a file may hold a longer one in YAML's other form, `? key`. */
export function isWritableKey(key: string): boolean {
  return emitString(key).length <= maxKeyLength
}

function emitBlock(indent: string, key: string, value: JsonValue, depth: number): string {
  const start = `${indent}${key}:`
  if (typeof value === 'string') return `${start} ${emitString(value)}\n`
  if (Array.isArray(value) && value.some(isJsonObject)) return start + emitItems(indent, value, depth)
  if (isJsonObject(value)) return start + emitChildren(indent, value, depth)
  return `${start} ${emitFlow(value, depth)}\n`
}

function emitItems(indent: string, items: JsonValue[], depth: number): string {
  let lines = '\n'
  for (const item of items) lines += `${indent}  - ${emitFlow(item, depth + 1)}\n`
  return lines
}

function emitChildren(indent: string, fields: Fields, depth: number): string {
  assertDepth(depth)
  let lines = ''
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) lines += emitBlock(`${indent}  `, emitKey(key), value, depth + 1)
  }
  return lines === '' ? ' {}\n' : `\n${lines}`
}

function emitFlow(value: JsonValue, depth: number): string {
  if (typeof value === 'string') return emitString(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  assertDepth(depth)
  if (Array.isArray(value)) return `[${value.map((item) => emitFlow(item, depth + 1)).join(', ')}]`
  return `{${emitPairs(value, depth + 1)}}`
}

function emitPairs(fields: Fields, depth: number): string {
  const pairs: string[] = []
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined) pairs.push(`${emitKey(key)}: ${emitFlow(value, depth)}`)
  }
  return pairs.join(', ')
}

function assertDepth(depth: number): void {
  if (depth > maxDepth) throw new MemoError('REFUSED', `frontmatter is nested deeper than ${maxDepth} levels`)
}
