/** Ordinary Markdown files, with frontmatter or without; the path of each is its origin. */
import { statSync } from 'node:fs'
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
  const found = await Promise.all(paths.map((path) => findFiles(path, options.cwd)))
  const files = found.flatMap((each) => (Array.isArray(each) ? each : []))
  if (files.length === 0) {
    throw new MemoError('NOT_FOUND', `no Markdown file matches ${paths.join(' ')}`, {
      hint: 'quote the pattern, so that the shell leaves it alone',
    })
  }
  for (const each of found) if (!Array.isArray(each)) yield each
  for (const file of [...new Set(files)].sort()) yield toItem(file, options)
}

/** The files that a path means, or why it means none. What is there has its name as it stands: `Plan (old).md` is no pattern. */
async function findFiles(path: string, cwd: string): Promise<string[] | ProblemItem | SkippedItem> {
  const stat = statSync(resolve(cwd, path), { throwIfNoEntry: false })
  if (stat?.isFile())
    return isMarkdown(path) ? [toOnePath(path, cwd)] : { origin: path, skipped: 'it is no Markdown file' }
  const pattern = stat === undefined ? path : `${fastGlob.escapePath(path.replace(/\/+$/, ''))}/**/*`
  const matches = await fastGlob(pattern, { cwd, onlyFiles: true, dot: false, followSymbolicLinks: false })
  const files = matches.filter(isMarkdown)
  if (files.length > 0) return files.map((file) => toOnePath(file, cwd))
  return stat === undefined
    ? { origin: path, problem: 'no Markdown file matches it' }
    : { origin: path, skipped: 'it has no Markdown file' }
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
