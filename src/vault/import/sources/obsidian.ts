/** A vault of Obsidian: each note is a record under its own name, and what notes link to each other by stays linked. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '../../../record/json-value.ts'
import { parseInstant } from '../../../record/times.ts'
import { isKind, type Kind } from '../../../record/vocabulary.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { findFileLinks } from './file-links.ts'
import { parseJsonObject } from './json-object.ts'
import {
  type Frontmatter,
  folderOf,
  idsFromPath,
  kindOfFolder,
  readFileItem,
  stemOf,
  toRecord,
} from './markdown-file.ts'
import { findAliases, findDate, findPropertyLinks, findTags } from './obsidian-words.ts'
import { keepApart, type Origins, openFolder, type WalkedFile, walkFiles } from './walk.ts'

export const obsidian: ImportSource = {
  name: 'obsidian',
  summary: 'The notes of an Obsidian vault, with their links, tags, aliases and dates.',
  path: 'the folder of the vault',
  read,
}

function* read(paths: readonly string[], options: ReadOptions): Generator<ImportItem> {
  const origins: Origins = new Map()
  for (const path of paths) {
    const root = openFolder(options.cwd, path)
    const settings = readSettings(root)
    for (const file of keepApart(walkFiles(root, isLeftOut), origins)) yield toItem(file, settings, options)
  }
}

/** `.obsidian`, `.trash`, `.git`: what Obsidian does not show either. */
function isLeftOut(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]*|node_modules)$/.test(path)
}

interface Settings {
  daily: { folder: string; format: string }
  /** Undefined where there are no templates. */
  templates: string | undefined
}

function readSettings(root: string): Settings {
  const daily = readJson(join(root, '.obsidian/daily-notes.json'))
  const templates = readJson(join(root, '.obsidian/templates.json'))
  return {
    daily: { folder: textOf(daily.folder) ?? '', format: textOf(daily.format) ?? 'YYYY-MM-DD' },
    templates: textOf(templates.folder),
  }
}

/** Settings that cannot be read are those of a vault that has none. */
function readJson(path: string): { [name: string]: unknown } {
  try {
    return parseJsonObject(readFileSync(path, 'utf8')) ?? {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.replace(/^\/+|\/+$/g, '') : ''
  return text === '' ? undefined : text
}

function toItem(walked: WalkedFile, { daily, templates }: Settings, options: ReadOptions): ImportItem {
  const { origin, path, problem } = walked
  if (problem !== undefined) return { origin, problem }
  if (!/\.md$/i.test(path)) return { origin, skipped: 'it is no note' }
  if (templates !== undefined && path.startsWith(`${templates}/`)) return { origin, skipped: 'it is a template' }
  const day = isIn(path, daily.folder) ? findDate(stemOf(path), daily.format) : undefined
  return readFileItem(walked, options, ({ data, body }) => toNote(path, day, data, body))
}

function isIn(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

function toNote(path: string, day: string | undefined, data: Frontmatter, body: string) {
  const { tag: _, ...given } = data
  const kind = kindOf(path, day, data)
  const tags = findTags(data, body)
  const id = typeof data.id === 'number' ? String(data.id) : data.id
  const read = toRecord({ data: { ...given, ...(id !== undefined && { id }) }, body })
  const links = [...(read.links ?? []), ...findPropertyLinks(data), ...findFileLinks(body, path)]
  const record = {
    title: stemOf(path),
    ...(day !== undefined && { eventAt: day }),
    ...timesOf(data),
    ...read,
    ...(kind !== undefined && { kind }),
    ...(tags.length > 0 && { tags }),
    ...(links.length > 0 && { links }),
  }
  const type = typeof data.type === 'string' ? data.type : day === undefined ? undefined : 'daily'
  const names = [...endsOf(path), ...findAliases(data)]
  return { record, idsFrom: idsFromPath(path), names, folder: folderOf(path), ...(type !== undefined && { type }) }
}

/** `a/b/c`, `b/c`, `c`: a link may name the note by as much of its path as tells it from others. */
function endsOf(path: string): string[] {
  const parts = path.replace(/\.md$/i, '').split('/')
  return parts.map((_, index) => parts.slice(index).join('/'))
}

function kindOf(path: string, day: string | undefined, { kind, type }: Frontmatter): Kind | undefined {
  const said = [kind, type].find((word) => typeof word === 'string' && isKind(word))
  return (said as Kind | undefined) ?? (day === undefined ? kindOfFolder(path) : 'log')
}

const createdNames = ['created', 'date created', 'date']
const updatedNames = ['updated', 'modified', 'date modified']

/** The properties that plugins and people keep the times of a note in; the first one that is a time. */
function timesOf(data: Frontmatter): { created?: string; updated?: string } {
  const find = (names: readonly string[]) => names.map((name) => data[name]).find(isTime)
  const [created, updated] = [find(createdNames), find(updatedNames)]
  return { ...(created !== undefined && { created }), ...(updated !== undefined && { updated }) }
}

function isTime(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && parseInstant(value) !== undefined
}
