/** Ordinary Markdown files, with frontmatter or without; the path of each is its origin. */
import { type Stats, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import fastGlob from 'fast-glob'
import { MemoError } from '../../../lib/errors.ts'
import { firstTitle } from '../../../record/outline.ts'
import type { ImportItem, ImportSource, ProblemItem, ReadOptions, SkippedItem } from '../source.ts'
import { folderOf, idsFromPath, kindOfFolder, readFileItem, stemOf, toRecord } from './markdown-file.ts'

export const markdown: ImportSource = {
  name: 'markdown',
  summary: 'Ordinary Markdown files, with frontmatter or without.',
  path: 'files, folders or patterns of files',
  ownIds: true,
  read,
}

async function* read(paths: readonly string[], options: ReadOptions): AsyncGenerator<ImportItem> {
  const found = await Promise.all(paths.map((path) => findAt(path, options.cwd)))
  const files = found.flatMap((each) => each.files)
  const others = found.flatMap((each) => each.others)
  if (files.length === 0 && others.every(({ origin }) => paths.includes(origin))) throw withoutFiles(paths, options.cwd)
  yield* others
  for (const file of [...new Set(files)].sort()) yield toItem(file, options)
}

function withoutFiles(paths: readonly string[], cwd: string): MemoError {
  const absent = paths.filter((path) => statAt(path, cwd) === undefined)
  const ofThese = 'name files that end in .md, .markdown or .mdx, or a folder that has some'
  const ofAbsent = absent.some((path) => fastGlob.isDynamicPattern(path))
    ? 'quote the pattern, so that the shell leaves it alone'
    : 'check the path'
  return new MemoError('NOT_FOUND', `no Markdown file matches ${paths.join(' ')}`, {
    hint: absent.length === 0 ? ofThese : ofAbsent,
  })
}

interface Found {
  files: string[]
  /** What is told and not taken. */
  others: (ProblemItem | SkippedItem)[]
}

/** The files that a path means, or why it means none. What is there has its name as it stands: `Plan (old).md` is no pattern. */
async function findAt(path: string, cwd: string): Promise<Found> {
  const stat = statAt(path, cwd)
  // A link that is named is meant; those in a folder may lead anywhere.
  if (stat?.isFile() && isMarkdown(path)) return { files: [toOnePath(path, cwd)], others: [] }
  if (stat !== undefined && !stat.isDirectory()) {
    return { files: [], others: [{ origin: path, skipped: 'it is no Markdown file' }] }
  }
  const found = await search(stat === undefined ? path : `${fastGlob.escapePath(path.replace(/\/+$/, ''))}/**/*`, cwd)
  if (found.files.length + found.others.length > 0) return found
  if (stat === undefined) return { files: [], others: [{ origin: path, problem: 'no Markdown file matches it' }] }
  return { files: [], others: [{ origin: path, skipped: 'it has no Markdown file' }] }
}

async function search(pattern: string, cwd: string): Promise<Found> {
  const options = { cwd, onlyFiles: false, objectMode: true, dot: false, followSymbolicLinks: false } as const
  const found: Found = { files: [], others: [] }
  for (const { path, dirent } of await fastGlob(pattern, options)) {
    const origin = toOnePath(path, cwd)
    if (dirent.isFile() && isMarkdown(path)) found.files.push(origin)
    else if (!dirent.isSymbolicLink()) continue
    else if (isMarkdown(path)) found.others.push({ origin, problem: 'it is a symbolic link, which is not followed' })
    else if (leadsToFolder(path, cwd)) found.others.push({ origin, skipped: 'it is a link to a folder' })
  }
  return found
}

function statAt(path: string, cwd: string): Stats | undefined {
  return statSync(resolve(cwd, path), { throwIfNoEntry: false })
}

/** A link that leads nowhere, in a circle, or to where one may not look, hides no folder of notes. */
function leadsToFolder(path: string, cwd: string): boolean {
  try {
    return statAt(path, cwd)?.isDirectory() ?? false
  } catch {
    return false
  }
}

function isMarkdown(path: string): boolean {
  return /\.(md|markdown|mdx)$/i.test(path)
}

/** One file has one name, whether it was given as `notes`, `./notes` or by its whole path. */
function toOnePath(file: string, cwd: string): string {
  const path = posix.normalize(file)
  const folder = cwd.endsWith('/') ? cwd : `${cwd}/`
  return path.startsWith(folder) ? path.slice(folder.length) : path
}

function toItem(file: string, options: ReadOptions): ImportItem {
  const name = { origin: file, file: resolve(options.cwd, file) }
  return readFileItem(name, options, ({ data, body }) => {
    const { project: _, ...record } = toRecord({ data, body })
    const kind = kindOfFolder(file)
    return {
      record: { ...(kind !== undefined && { kind }), title: firstTitle(body) ?? stemOf(file), ...record },
      idsFrom: idsFromPath(file),
      names: [file.replace(/\.[^.]+$/, ''), stemOf(file)],
      folder: folderOf(file),
    }
  })
}
