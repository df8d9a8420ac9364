/** Architecture decision records in the forms of MADR and of Nygard: one decision each, its number and status kept. */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { MemoError } from '../../../lib/errors.ts'
import { findHeadings } from '../../../record/outline.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { findState } from './adr-state.ts'
import { findFileLinks } from './file-links.ts'
import { type Frontmatter, folderOf, readFileItem, stemOf, toRecord } from './markdown-file.ts'
import { keepApart, type Origins, openFolder, type WalkedFile, walkFiles } from './walk.ts'

export const adr: ImportSource = {
  name: 'adr',
  summary: 'Architecture decision records (MADR, Nygard) as decisions.',
  path: 'the folder of the records, or the repository that has it',
  read,
}

function* read(paths: readonly string[], options: ReadOptions): Generator<ImportItem> {
  const origins: Origins = new Map()
  for (const path of paths) {
    const root = findFolder(openFolder(options.cwd, path), path)
    for (const walked of keepApart(walkFiles(root, isLeftOut), origins)) yield toItem(walked, options)
  }
}

/** Where the tools and the habits put them, below a repository. */
const usualFolders = [
  'docs/decisions',
  'docs/adr',
  'docs/adrs',
  'doc/adr',
  'docs/architecture/decisions',
  'adr',
  'decisions',
]

function findFolder(root: string, path: string): string {
  if (hasRecords(root)) return root
  const named = readIfThere(join(root, '.adr-dir'))
  const folders = [...(named === undefined ? [] : [named]), ...usualFolders].map((folder) => join(root, folder))
  const found = folders.find((folder) => isBelow(root, folder))
  if (found !== undefined) return found
  throw new MemoError('NOT_FOUND', `there are no decision records in ${path}`, {
    hint: 'their files begin with a number: 0001-use-postgres.md',
  })
}

/** Whether it is there, and not elsewhere: who wrote the repository is not asked which folders of this machine are read. */
function isBelow(root: string, folder: string): boolean {
  return existsSync(folder) && realpathSync(folder).startsWith(realpathSync(root) + sep)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

const numbered = /^(?:adr[-_ ]?)?(\d{1,5})[-_. ]/i

function hasRecords(folder: string): boolean {
  for (const { path } of walkFiles(folder, () => true)) if (numbered.test(path) && path.endsWith('.md')) return true
  return false
}

function isLeftOut(path: string): boolean {
  return /(?:^|\/)(?:\.[^/]*|node_modules)$/.test(path)
}

function toItem(walked: WalkedFile, options: ReadOptions): ImportItem {
  const { origin, path, problem } = walked
  if (problem !== undefined) return { origin, problem }
  const number = numbered.exec(basename(path))?.[1]
  if (!/\.md$/i.test(path) || number === undefined) return { origin, skipped: 'it is no decision record' }
  return readFileItem(walked, options, ({ data, body }) => toDecision(path, number, data, body))
}

function toDecision(path: string, number: string, data: Frontmatter, body: string) {
  const { status, said, date, supersedes, supersededBy, links } = findState(data, body)
  const { status: _, ...fields } = toRecord({ data, body })
  const [name, value] = [stemOf(path), Number(number)]
  const record = {
    title: titleOf(body) ?? name,
    tags: ['adr'],
    ...(date !== undefined && { created: date }),
    ...fields,
    kind: 'decision' as const,
    number: value,
    ...(status !== undefined && { status }),
    ...(said !== undefined && { decisionStatus: said }),
    ...(supersedes !== undefined && { supersedes }),
    ...(supersededBy !== undefined && { supersededBy }),
    links: [...(fields.links ?? []), ...links, ...findFileLinks(body, path)],
  }
  const names = [path, name, number, `adr-${number}`, String(value), `adr-${value}`]
  return { record, idsFrom: [name], names, folder: folderOf(path), type: said ?? 'decision' }
}

/** Nygard's form has the number in the title: `# 4. Use PostgreSQL`. */
function titleOf(body: string): string | undefined {
  const first = findHeadings(body)[0]
    ?.text.replace(/^(?:adr[- ]?)?\d+[.:)]?\s+(?:[-–—:]\s+)?/i, '')
    .trim()
  return first === '' ? undefined : first
}
