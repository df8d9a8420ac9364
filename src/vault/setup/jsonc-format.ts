/** Settings in JSON, with or without comments and trailing commas. */
import { isDeepStrictEqual } from 'node:util'
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
  stripComments,
} from 'jsonc-parser'
import { isJsonObject } from '../../lib/json-object.ts'
import { appendChild, cutChild, hasCommentBeside, replaceNode } from './jsonc-edit.ts'
import {
  adoptProgram,
  findServerWords,
  type HookEntry,
  type ServerEntry,
  type SettingsContent,
  type SettingsFormat,
  toUnedited,
} from './settings-file.ts'

export const jsoncFormat: SettingsFormat = {
  add(text, content) {
    const [mark, body] = splitMark(text)
    const start = body.trim() === '' ? toNewText(content) : body
    assertObject(start, content.name)
    const added = content.entries.reduce((edited, entry) => addEntry(edited, entry, content), start)
    if (added === body) return text
    assertSame(cutAll(start, content), cutAll(added, content), content)
    assertAdded(added, content)
    return mark + added
  },
  remove(text, content, former = '') {
    const [mark, body] = splitMark(text)
    if (body.trim() === '') return text
    assertObject(body, content.name)
    return mark + cutAll(body, content, splitMark(former)[1])
  },
  isBlank(text, { alongside = {} }) {
    const [, body] = splitMark(text)
    const left = body.trim()
    return left === '' || (stripComments(left) === left && isSubset(readModel(left), alongside))
  },
}

const options = { allowTrailingComma: true }

const readModel = ofLast((text): unknown => parse(text, [], options))
const readTree = ofLast((text) => parseTree(text, [], options))

/** Remembers the last text: many questions are asked of one, and settings that an agent keeps its past in have megabytes. */
function ofLast<Value>(read: (text: string) => Value): (text: string) => Value {
  let last: { text: string; value: Value } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, value: read(text) }
    return last.value
  }
}

function splitMark(text: string): [mark: string, body: string] {
  return text.startsWith('\ufeff') ? ['\ufeff', text.slice(1)] : ['', text]
}

function toNewText({ alongside = {} }: SettingsContent): string {
  return `${JSON.stringify(alongside, null, 2)}\n`
}

function assertObject(text: string, name: string): void {
  const errors: ParseError[] = []
  const model: unknown = parse(text, errors, options)
  const [first] = errors
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split('\n').length
    throw toUnedited(name, `is not valid JSON: ${printParseErrorCode(first.error)} in line ${line}`)
  }
  if (!isJsonObject(model)) throw toUnedited(name, 'holds no JSON object')
}

function addEntry(text: string, entry: ServerEntry | HookEntry, content: SettingsContent): string {
  return entry.kind === 'server' ? addServer(text, entry, content) : addHook(text, entry, content)
}

function addServer(text: string, entry: ServerEntry, content: SettingsContent): string {
  const path = pathOf(text, entry)
  const standing = findNode(text, path)
  if (standing === undefined) return addAt(text, path, entry.value, content)
  const value = valueAt(text, path)
  if (value === undefined) throw toUnedited(content.name, 'has a key twice')
  const [words, wanted] = [findServerWords(value), findServerWords(entry.value) ?? []]
  if (words === undefined) throw toUnedited(content.name, `has another server named ${path.at(-1)}`)
  if (isDeepStrictEqual(words.slice(1), wanted.slice(1))) return text
  const [command = '', ...args] = [words[0] ?? '', ...wanted.slice(1)]
  const isList = Array.isArray(entry.value.command)
  const [key, list] = isList ? ['command', [command, ...args]] : ['args', args]
  const node = findNode(text, [...path, key])
  return node === undefined ? addAt(text, [...path, key], list, content) : replaceNode(text, node, list)
}

function addHook(text: string, entry: HookEntry, content: SettingsContent): string {
  for (const place of placesOf(text, entry)) {
    const node = findNode(text, [...place, 'command'])
    const command = adoptProgram(valueAt(text, [...place, 'command']), entry.handler.command)
    if (node === undefined || command === undefined) continue
    return node.value === command ? text : replaceNode(text, node, command)
  }
  const element = entry.isGrouped ? { hooks: [entry.handler] } : entry.handler
  const list = findNode(text, ['hooks', entry.event])
  if (list === undefined) return addAt(text, ['hooks', entry.event], [element], content)
  if (list.type !== 'array') throw toUnedited(content.name, `says something else than a list in hooks.${entry.event}`)
  return appendChild(text, list, element)
}

/** Adds a property and the objects above it that are missing. */
function addAt(text: string, path: readonly string[], value: unknown, content: SettingsContent): string {
  const depth = path.findLastIndex((_, index) => findNode(text, path.slice(0, index)) !== undefined)
  const container = findNode(text, path.slice(0, depth))
  if (container?.type !== 'object') {
    throw toUnedited(content.name, `says something else than an object in ${path.slice(0, depth).join('.')}`)
  }
  const inner = path.slice(depth + 1).reduceRight<unknown>((nested, key) => ({ [key]: nested }), value)
  return appendChild(text, container, inner, path[depth])
}

/** Takes out one entry after the other until none is left, since every cut moves what follows. */
function cutAll(text: string, content: SettingsContent, former = ''): string {
  const place = content.entries.map((entry) => findOurs(text, entry)).find((found) => found !== undefined)
  return place === undefined ? text : cutAll(cutAt(text, place, former), content, former)
}

function findOurs(text: string, entry: ServerEntry | HookEntry): (string | number)[] | undefined {
  if (entry.kind === 'server') {
    const path = pathOf(text, entry)
    return findServerWords(valueAt(text, path)) === undefined ? undefined : [...path]
  }
  return placesOf(text, entry).find(
    (place) => adoptProgram(valueAt(text, [...place, 'command']), entry.handler.command) !== undefined,
  )
}

/** Takes out what stands at the path, with the containers above that came with it and would be left empty. */
function cutAt(text: string, path: readonly (string | number)[], former: string): string {
  const node = findNode(text, path)
  const child = node?.parent?.type === 'property' ? node.parent : node
  const container = child?.parent
  if (child === undefined || container === undefined) return text
  const above = path.slice(0, -1)
  const isLeftEmpty = container.children?.length === 1 && !hasCommentBeside(text, container, child)
  const cameWithIt = above.length > 0 && findNode(former, above) === undefined
  if (isLeftEmpty && cameWithIt) return cutAt(text, above, former)
  return cutChild(text, container, child)
}

/** Where the handlers of an event stand. */
function placesOf(text: string, { event, isGrouped }: HookEntry): (string | number)[][] {
  const list = valueAt(text, ['hooks', event])
  if (!Array.isArray(list)) return []
  const places = list.map((_, index) => ['hooks', event, index])
  if (!isGrouped) return places
  return places.flatMap((place) => {
    const handlers = valueAt(text, [...place, 'hooks'])
    return Array.isArray(handlers) ? handlers.map((_, index) => [...place, 'hooks', index]) : []
  })
}

function pathOf(text: string, { path, nestedPath }: ServerEntry): readonly string[] {
  return nestedPath !== undefined && isJsonObject(valueAt(text, nestedPath.slice(0, -1))) ? nestedPath : path
}

function findNode(text: string, path: readonly (string | number)[]): Node | undefined {
  const root = readTree(text)
  return root === undefined ? undefined : findNodeAtLocation(root, [...path])
}

function valueAt(text: string, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as { [key: string | number]: unknown } | null | undefined)?.[key],
    readModel(text),
  )
}

/** Invariant of every edit: what is not memo's means the same before and after. */
function assertSame(before: string, after: string, { name, alongside = {} }: SettingsContent): void {
  const [left, right] = [before, after].map((text) => withoutEmpty({ ...alongside, ...(readModel(text) as object) }))
  if (!isDeepStrictEqual(left, right)) throw toUnedited(name, 'cannot be edited without changing something else')
}

/** A key that stands twice is found at one place and read from the other. */
function assertAdded(text: string, content: SettingsContent): void {
  const isMissing = content.entries.some((entry) => addEntry(text, entry, content) !== text)
  const isUnread = content.entries.some((entry) => findOurs(text, entry) === undefined)
  if (isMissing || isUnread) throw toUnedited(content.name, 'has a key twice')
}

/** A container that was empty before goes with what was put into it. */
function withoutEmpty(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).map(([key, inner]) => [key, withoutEmpty(inner)] as const)
  return Object.fromEntries(
    kept.filter(([, inner]) => !(typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0)),
  )
}

function isSubset(model: unknown, of: object): boolean {
  return isJsonObject(model) && isDeepStrictEqual({ ...of, ...model }, { ...of })
}
