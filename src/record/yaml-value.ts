/**
 * From a composed YAML document to plain values. Text whose meaning would not survive being read and written stays
 * text: numbers in any but their shortest decimal form, dates, and what only YAML 1.1 takes for a boolean.
 */
import { type Alias, type Document, isAlias, isMap, isNode, isScalar, isSeq, type YAMLMap } from 'yaml'
import type { JsonValue } from './json-value.ts'
import { reservedKey, reservedKeyProblem } from './reserved-key.ts'
import { isWritableKey, maxDepth, maxKeyLength } from './yaml-emit.ts'

/** Aliases are copied out, so few of them inside one another can stand for gigabytes. Hand-written files use a handful. */
const maxAliases = 100

interface Reading {
  document: Document.Parsed
  aliases: number
}

/** Why a frontmatter cannot be read, and at which offset of it. */
export class YamlProblem extends Error {
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** @throws YamlProblem when the document is not a mapping of text to values, holds a key twice, or too many aliases. */
export function toFields(document: Document.Parsed): { [key: string]: JsonValue } {
  const root = document.contents
  if (root === null || (isScalar(root) && root.value === null)) return {}
  if (!isMap(root)) throw new YamlProblem('frontmatter must be a mapping', offsetOf(root))
  return toObject({ document, aliases: 0 }, root, 1)
}

function toObject(reading: Reading, map: YAMLMap<unknown, unknown>, depth: number): { [key: string]: JsonValue } {
  const fields: { [key: string]: JsonValue } = {}
  for (const pair of map.items) {
    const key = toKey(pair.key)
    if (Object.hasOwn(fields, key)) throw new YamlProblem(`the key ${key} stands here again`, offsetOf(pair.key))
    if (key === reservedKey) throw new YamlProblem(reservedKeyProblem, offsetOf(pair.key))
    if (!isWritableKey(key))
      throw new YamlProblem(
        `a key of more than ${maxKeyLength} characters, quotes and escapes included`,
        offsetOf(pair.key),
      )
    fields[key] = toValue(reading, pair.value, depth + 1)
  }
  return fields
}

function toKey(node: unknown): string {
  if (isScalar(node) && (node.source || node.value === '')) return node.source ?? ''
  throw new YamlProblem('a key must be text', offsetOf(node))
}

function toValue(reading: Reading, node: unknown, depth: number): JsonValue {
  if (isScalar(node)) return toScalar(node.value, node.source ?? '')
  if (isAlias(node)) return toValue(reading, resolveAlias(reading, node), depth)
  // Aliases can nest deeper than the text does.
  if (depth > maxDepth) throw new YamlProblem(`nested deeper than ${maxDepth} levels`, offsetOf(node))
  if (isMap(node)) return toObject(reading, node, depth)
  return isSeq(node) ? node.items.map((item) => toValue(reading, item, depth + 1)) : null
}

function toScalar(value: unknown, source: string): JsonValue {
  if (value === null || typeof value === 'boolean') return value
  return typeof value === 'number' && isCanonical(value, source) ? value : source
}

/** Written back, such a number is the same text: not 0123, 1.10, 1e3, +5 or more digits than a double holds. */
function isCanonical(value: number, source: string): boolean {
  return String(value) === source && (Number.isSafeInteger(value) || !/^-?\d+$/.test(source))
}

function resolveAlias(reading: Reading, alias: Alias): unknown {
  reading.aliases += 1
  if (reading.aliases > maxAliases) throw new YamlProblem(`more than ${maxAliases} aliases`, offsetOf(alias))
  const target = alias.resolve(reading.document)
  if (target === undefined) {
    throw new YamlProblem(
      `*${alias.source} refers to nothing (text that begins with * must be quoted)`,
      offsetOf(alias),
    )
  }
  return target
}

function offsetOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0
}
