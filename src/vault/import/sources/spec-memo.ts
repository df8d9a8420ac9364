/** A vault of spec-memo: its records with their ids, projects, dates, counters and links. */
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { MemoError } from '../../../lib/errors.ts'
import type { JsonValue } from '../../../record/json-value.ts'
import { firstTitle } from '../../../record/outline.ts'
import { isKind } from '../../../record/vocabulary.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { type Frontmatter, folderOf, kindOfFolder, readFileItem, stemOf, toRecord } from './markdown-file.ts'
import { openFolder, type WalkedFile, walkFiles } from './walk.ts'

export const specMemo: ImportSource = {
  name: 'spec-memo',
  summary: 'A vault of spec-memo: every record, with its id, project, dates, counters and links.',
  path: 'the folder of the vault, or of one of its projects',
  read,
}

function* read(paths: readonly string[], options: ReadOptions): Generator<ImportItem> {
  for (const path of paths) {
    const root = openFolder(options.cwd, path)
    const prefix = prefixOf(root, path)
    for (const walked of walkFiles(root, (folder) => isLeftOut(`${prefix}${folder}`))) {
      const inVault = `${prefix}${walked.path}`
      if (inVault.startsWith('projects/')) yield toItem(walked, inVault.slice('projects/'.length), options)
    }
  }
}

/** What stands before the paths of the folder as the vault counts them: nothing for the vault itself. */
function prefixOf(root: string, path: string): string {
  if (statSync(join(root, 'projects'), { throwIfNoEntry: false })?.isDirectory()) return ''
  if (existsSync(join(root, 'project.json'))) return `projects/${basename(root)}/`
  throw new MemoError('NOT_FOUND', `${path} is no vault of spec-memo`, {
    hint: 'name the folder that has "projects" in it',
  })
}

function isLeftOut(path: string): boolean {
  return !/^projects(?:\/|$)/.test(path) || /(?:^|\/)\.[^/]*$/.test(path)
}

/** @param path from the folder of the projects on */
function toItem(walked: WalkedFile, path: string, options: ReadOptions): ImportItem {
  const { origin, problem } = walked
  const [project = '', ...rest] = path.split('/')
  if (problem !== undefined) return { origin, problem }
  if (!path.endsWith('.md')) return { origin, skipped: 'it is no record' }
  if (path.endsWith('.conflict.md')) return { origin, problem: 'it is one side of a conflict; settle that there first' }
  if (rest.length < 2) return { origin, skipped: 'it is a view, made from the records' }
  return readFileItem(walked, options, ({ data, body }) => toItemOf(path, project, data, body))
}

function toItemOf(path: string, folderProject: string, data: Frontmatter, body: string) {
  const read = toRecord({ data: toOurNames(data), body })
  const kind = isKind(String(read.kind)) ? read.kind : kindOfFolder(path)
  const project = read.project ?? folderProject
  const id = read.id ?? stemOf(path)
  const record = {
    title: firstTitle(body) ?? stemOf(path),
    ...read,
    ...(kind !== undefined && { kind }),
    ...linksOf(read.links, data.relatedSlug),
    id,
    project,
  }
  const slug = typeof data.slug === 'string' ? [data.slug] : []
  const names = [id, stemOf(path), ...slug].flatMap((name) => [name, `${project}/${name}`])
  const type = typeof data.kind === 'string' ? data.kind : undefined
  return { record, names, folder: folderOf(path), ...(type !== undefined && { type }) }
}

const ourNames = new Map([
  ['expires_at', 'expiresAt'],
  ['helpfulCount', 'helpful'],
  ['staleCount', 'stale'],
])
const numbers = new Set(['hits', 'occurrences', 'helpfulCount', 'staleCount'])
const words = new Set(['status', 'severity', 'source', 'kind'])

/** Its schema took numbers that were text and words in any case, so files have them. */
function toOurNames(data: Frontmatter): Frontmatter {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [ourNames.get(name) ?? name, tidy(name, value)]),
  )
}

function tidy(name: string, value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value
  if (numbers.has(name) && /^\d+$/.test(value.trim())) return Number(value)
  return words.has(name) ? value.trim().toLowerCase() : value
}

function linksOf(links: { type: string; target: string }[] | undefined, related: JsonValue | undefined) {
  const more = typeof related === 'string' && related !== '' ? [{ type: 'relates', target: related }] : []
  return more.length === 0 ? {} : { links: [...(links ?? []), ...more] }
}
