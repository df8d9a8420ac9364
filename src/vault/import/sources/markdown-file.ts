/** A Markdown file as the beginning of an item: its frontmatter as fields, its text as the body. */
import { basename, dirname } from 'node:path'
import { isJsonObject } from '../../../lib/json-object.ts'
import { parseFrontmatter } from '../../../record/frontmatter-parse.ts'
import type { JsonValue } from '../../../record/json-value.ts'
import { isKind, type Kind, kindNames, kinds } from '../../../record/vocabulary.ts'
import type { ImportedRecord, ImportItem, ReadOptions, RecordItem } from '../source.ts'
import { type FileState, type Problem, readText, stateOf } from './text-file.ts'

export interface Frontmatter {
  [key: string]: JsonValue
}

export interface MarkdownFile extends FileState {
  data: Frontmatter
  body: string
}

export interface FileName {
  origin: string
  file: string
}

type Rest = Omit<RecordItem, 'origin' | 'stamp' | 'changedAt'>

/** The item of one file that is one record: known, or a problem, or what `toRecord` makes of it. */
export function readFileItem(
  { origin, file }: FileName,
  { isKnown, bodyBytes }: Pick<ReadOptions, 'isKnown' | 'bodyBytes'>,
  toRecord: (file: MarkdownFile) => Rest,
): ImportItem {
  const state = stateOf(file)
  if ('problem' in state) return { origin, ...state }
  const { stamp, changedAt } = state
  if (isKnown(origin, stamp)) return { origin, stamp, known: true }
  const read = readMarkdown(file, state, bodyBytes)
  return 'problem' in read ? { origin, ...read } : { origin, stamp, changedAt, ...toRecord(read) }
}

function readMarkdown(file: string, state: FileState, bodyBytes: number): MarkdownFile | Problem {
  const text = readText(file, state, bodyBytes)
  if (typeof text !== 'string') return text
  const parsed = parseFrontmatter(text)
  if (!parsed.ok) return { problem: `line ${parsed.line}: ${parsed.message}` }
  return { ...state, data: parsed.data, body: parsed.body }
}

/** Fields that someone wrote by hand; those that an import goes by only where they have their form, else kept aside. */
export function toRecord({ data, body }: Pick<MarkdownFile, 'data' | 'body'>): ImportedRecord {
  const { body: _, links, ...fields } = data
  const record: ImportedRecord = { ...fields, body }
  const aside: Frontmatter = {}
  for (const name of ['id', 'project', 'supersedes', 'supersededBy'] as const) {
    const value = data[name]
    if (value === undefined || (typeof value === 'string' && value.trim() !== '')) continue
    delete record[name]
    if (value !== null && value !== '') aside[name] = value
  }
  if (isLinks(links)) record.links = links
  else if (links !== undefined && links !== null) aside.links = links
  return Object.keys(aside).length === 0 ? record : { ...record, imported: aside }
}

function isLinks(value: JsonValue | undefined): value is { type: string; target: string }[] {
  return Array.isArray(value) && value.every(isLink)
}

function isLink(item: JsonValue): boolean {
  if (!isJsonObject(item)) return false
  const { type, target } = item
  return typeof type === 'string' && type !== '' && typeof target === 'string' && target !== ''
}

/** The kind whose name, or the name of whose folder, the file's folder has. */
export function kindOfFolder(path: string): Kind | undefined {
  const folder = basename(dirname(path)).toLowerCase()
  return kindNames.find((name) => kinds[name].folder === folder || (name === folder && isKind(folder)))
}

/** Of a file, as `--map` goes by it; empty for one that lies in no folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

export function stemOf(path: string): string {
  return basename(path).replace(/\.[^.]+$/, '')
}

/** Names that say nothing about what is in the file. */
const commonStems = new Set(['readme', 'index', 'changelog', 'license', 'contributing', 'notes', 'todo'])

/** The file's name, made longer by its folders for when that is taken already, or says nothing. */
export function idsFromPath(path: string): string[] {
  const parts = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .filter((part) => part !== '.' && part !== '..' && part !== '')
  const stem = parts.at(-1) ?? path
  const texts = [stem, parts.slice(-2).join(' '), parts.join(' ')]
  return texts.slice(commonStems.has(stem.toLowerCase()) ? 1 : 0)
}
