/**
 * Settings in TOML: a table of its own, added at the end and taken out line by line. No editor of TOML is needed for that,
 * and parsing before and after proves that everything else means what it meant.
 */
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'smol-toml'
import { messageOf } from '../../lib/errors.ts'
import {
  findServerWords,
  type ServerEntry,
  type SettingsContent,
  type SettingsFormat,
  toUnedited,
} from './settings-file.ts'

export const tomlFormat: SettingsFormat = {
  add(text, content) {
    return serversOf(content).reduce((edited, entry) => addServer(edited, entry, content.name), text)
  },
  remove(text, content) {
    return serversOf(content).reduce((edited, entry) => cutServer(edited, entry, content.name), text)
  },
  isBlank: (text) => text.trim() === '',
}

interface Table {
  [key: string]: unknown
}

function serversOf({ entries }: SettingsContent): ServerEntry[] {
  return entries.filter((entry) => entry.kind === 'server')
}

function addServer(text: string, entry: ServerEntry, name: string): string {
  const model = readTable(text, name)
  const standing = find(model, entry.path)
  if (standing === undefined) return checked(append(text, entry), { before: model, entry, name })
  const [words, wanted] = [findServerWords(standing), findServerWords(entry.value) ?? []]
  if (words === undefined) throw toUnedited(name, `has another server named ${entry.path.at(-1)}`)
  if (isDeepStrictEqual(words.slice(1), wanted.slice(1))) return text
  const args = toValue(wanted.slice(1))
  const edited = split(text, entry.path).map(
    ({ before, own, after }) =>
      before + own.replace(/^(\s*args\s*=\s*)\[[^\]#\n]*\]/m, (_, key: string) => key + args) + after,
  )
  return checked(edited.find((each) => isRight(each, { before: model, entry })) ?? text, { before: model, entry, name })
}

function cutServer(text: string, entry: ServerEntry, name: string): string {
  const model = readTable(text, name)
  if (findServerWords(find(model, entry.path)) === undefined) return text
  const rest = without(model, entry.path)
  const cut = split(text, entry.path)
    .map(({ before, after }) => before.replace(/(\n)\r?\n$/, '$1') + after)
    .find((each) => isDeepStrictEqual(without(tryTable(each), entry.path), rest) && !isThere(each, entry))
  if (cut === undefined) throw toUnedited(name, `says ${entry.path.join('.')} in a form that cannot be taken out`)
  return cut
}

function append(text: string, { path, value }: ServerEntry): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const lines = Object.entries(value).map(([key, field]) => `${key} = ${toValue(field)}`)
  const table = [`[${path.join('.')}]`, ...lines, ''].join(eol)
  if (text.trim() === '') return text + table
  const gap = /\n\r?\n$/.test(text) ? '' : text.endsWith('\n') ? eol : eol + eol
  return text + gap + table
}

/** Strings as basic strings: what JSON escapes, TOML reads the same. */
function toValue(value: unknown): string {
  return Array.isArray(value) ? `[${value.map((item) => JSON.stringify(item)).join(', ')}]` : JSON.stringify(value)
}

interface Split {
  before: string
  own: string
  after: string
}

/**
 * The text before, of and after each line that reads as the header of the table of the path; one inside a long string is
 * none, which parsing tells. Blank lines and remarks at the end of a table are not its own.
 */
function split(text: string, path: readonly string[]): Split[] {
  const lines = text.split(/(?<=\n)/)
  const keys = path.map((key) => `["']?${key}["']?`).join('\\s*\\.\\s*')
  const isOwn = (line: string): boolean => new RegExp(`^\\s*\\[\\s*${keys}\\s*[.\\]]`).test(line)
  const join = (from: number, to: number): string => lines.slice(from, to).join('')
  return lines.flatMap((header, start) => {
    if (!isOwn(header)) return []
    const next = lines.findIndex((line, index) => index > start && /^\s*\[/.test(line) && !isOwn(line))
    const stop = next === -1 ? lines.length : next
    const last = lines.slice(start, stop).findLastIndex((line) => !/^\s*(?:#.*)?$/.test(line.trimEnd()))
    const end = start + last + 1
    return [{ before: join(0, start), own: join(start, end), after: join(end, lines.length) }]
  })
}

interface Check {
  before: Table
  entry: ServerEntry
}

function checked(text: string, { name, ...check }: Check & { name: string }): string {
  if (!isRight(text, check)) throw toUnedited(name, 'cannot be edited without changing something else')
  return text
}

/** Whether the entry is there and everything else means what it meant. */
function isRight(text: string, { before, entry }: Check): boolean {
  const after = tryTable(text)
  const [words, wanted] = [find(after, entry.path), entry.value].map((value) => findServerWords(value)?.slice(1))
  return isDeepStrictEqual(words, wanted) && isDeepStrictEqual(without(after, entry.path), without(before, entry.path))
}

function isThere(text: string, { path }: ServerEntry): boolean {
  return find(tryTable(text), path) !== undefined
}

/** Empty for a text that does not parse: an edit that broke it. */
function tryTable(text: string): Table {
  try {
    return readTable(text, '')
  } catch {
    return {}
  }
}

function readTable(text: string, name: string): Table {
  try {
    return parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    const [reason] = messageOf(error).split('\n')
    throw toUnedited(name, `is not valid TOML: ${reason}`)
  }
}

function find(model: Table, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Table | null | undefined)?.[key], model)
}

function without(model: Table, [key = '', ...rest]: readonly string[]): Table {
  const { [key]: value, ...others } = model
  if (rest.length === 0 || typeof value !== 'object' || value === null) return others
  const inner = without(value as Table, rest)
  return Object.keys(inner).length === 0 ? others : { ...others, [key]: inner }
}
