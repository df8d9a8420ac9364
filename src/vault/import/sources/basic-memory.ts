/**
 * The projects of basic-memory: folders of Markdown whose lists hold observations and relations. A note stays the text
 * that it is; its typed relations become links besides, the tags of its observations tags.
 */
import { parseInstant } from '../../../record/times.ts'
import type { ImportedRecord, ImportItem, ImportSource, ReadOptions, RecordItem } from '../source.ts'
import { findNoteMarks, type NoteMarks } from './basic-memory-marks.ts'
import { type BasicMemoryProject, findBasicMemoryProjects } from './basic-memory-projects.ts'
import { kindOfType } from './kind-of-type.ts'
import {
  type Frontmatter,
  folderOf,
  idsFromPath,
  type MarkdownFile,
  readFileItem,
  stemOf,
  toRecord,
} from './markdown-file.ts'
import { type WalkedFile, walkFiles } from './walk.ts'

export const basicMemory: ImportSource = {
  name: 'basic-memory',
  summary: 'Projects of basic-memory.',
  path: 'the folder of a project, or ~/.basic-memory for all projects that its settings name',
  *read(paths, options) {
    for (const path of paths) {
      for (const project of findBasicMemoryProjects(path, options.cwd)) {
        if ('folder' in project) yield* readProject(project, options)
        else yield project
      }
    }
  },
}

/** Folders that basic-memory does not look into either. */
function isLeftOut(path: string): boolean {
  const name = path.split('/').at(-1) ?? ''
  return name.startsWith('.') || name === 'node_modules' || name === '__pycache__'
}

function* readProject(project: BasicMemoryProject, options: ReadOptions): Generator<ImportItem> {
  for (const { path, file, problem } of walkFiles(project.folder, isLeftOut)) {
    const origin = path === '' ? project.label : `${project.label}/${path}`
    if (problem !== undefined) yield { origin, problem }
    else if (path.split('/').at(-1)?.startsWith('.')) continue
    else if (!/\.(?:md|markdown)$/i.test(path)) yield { origin, skipped: 'it is no Markdown file' }
    else yield readFileItem({ origin, file }, options, (note) => toItem(note, path, project, options))
  }
}

type Note = Pick<MarkdownFile, 'data' | 'body'>
type Rest = Omit<RecordItem, 'origin' | 'stamp' | 'changedAt'>

function toItem(note: Note, path: WalkedFile['path'], project: BasicMemoryProject, { kind }: ReadOptions): Rest {
  const { data } = note
  const type = wordOf(data.type)
  const permalink = wordOf(data.permalink)
  const title = wordOf(data.title) ?? stemOf(path)
  const ofType = type === undefined || type === 'note' ? undefined : kindOfType(type)
  return {
    ...{ type: type ?? 'note', folder: folderOf(path), names: namesOf(title, permalink, path, project) },
    idsFrom: permalink === undefined ? idsFromPath(path) : [permalink],
    record: {
      source: 'basic-memory',
      ...withoutIdentity(toRecord(note)),
      ...{ title, kind: ofType ?? kind ?? 'note' },
      ...(project.name !== undefined && { project: project.name }),
      ...toTimes(data),
      ...toMarked(data, findNoteMarks(data, note.body)),
    },
  }
}

/** What a note says of an id or a project is not of ours. */
function withoutIdentity({ id, project, kind, ...record }: ImportedRecord): ImportedRecord {
  return { ...record, ...(id !== undefined && { noteId: id }), ...(kind !== undefined && { noteKind: kind }) }
}

function wordOf(value: Frontmatter[string] | undefined): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return typeof value === 'object' && !Array.isArray(value) ? undefined : text.trim() || undefined
}

/** What a link may call a note: alone, or with the project before it. */
function namesOf(title: string, permalink: string | undefined, path: string, { name }: BasicMemoryProject): string[] {
  const own = [title, permalink, path, stemOf(path)].flatMap((text) => text ?? [])
  const abroad = name === undefined ? [] : own.flatMap((text) => [`${name}/${text}`, `${name}::${text}`])
  return [...new Set([...own, ...abroad])]
}

function toTimes({ modified }: Frontmatter): { updated?: string; modified?: undefined } {
  const isTime = typeof modified === 'string' && parseInstant(modified) !== undefined
  return isTime ? { updated: modified, modified: undefined } : {}
}

function toMarked(data: Frontmatter, { tags, categories, links }: NoteMarks): Partial<ImportedRecord> {
  const all = [...tagsOf(data.tags), ...tags]
  return {
    ...(all.length > 0 && { tags: [...new Set(all)] }),
    ...(categories.length > 0 && data.facets === undefined && { facets: { category: categories } }),
    ...(links.length > 0 && { links }),
  }
}

function tagsOf(value: Frontmatter[string] | undefined): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return items.flatMap((item) => (typeof item === 'object' ? [] : String(item).trim().replace(/^#/, '') || []))
}
