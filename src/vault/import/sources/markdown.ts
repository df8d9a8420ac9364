/** Ordinary Markdown files, with frontmatter or without; the path of each is its origin. */
import { statSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import fastGlob from 'fast-glob'
import { MemoError } from '../../../lib/errors.ts'
import { firstTitle } from '../../../record/outline.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { idsFromPath, kindOfFolder, readFileItem, stemOf, toRecord } from './markdown-file.ts'

export const markdown: ImportSource = {
  name: 'markdown',
  summary: 'Ordinary Markdown files, with frontmatter or without.',
  path: 'files, folders or patterns of files',
  ownIds: true,
  read,
}

async function* read(paths: readonly string[], options: ReadOptions): AsyncGenerator<ImportItem> {
  const files = await findFiles(paths, options.cwd)
  if (files.length === 0) {
    throw new MemoError('NOT_FOUND', `no Markdown file matches ${paths.join(' ')}`, {
      hint: 'quote the pattern, so that the shell leaves it alone',
    })
  }
  for (const file of files) yield toItem(file, options)
}

async function findFiles(patterns: readonly string[], cwd: string): Promise<string[]> {
  const globs = patterns.map((pattern) => {
    const isFolder = statSync(resolve(cwd, pattern), { throwIfNoEntry: false })?.isDirectory()
    return isFolder ? `${fastGlob.escapePath(pattern.replace(/\/+$/, ''))}/**/*.md` : pattern
  })
  const found = await fastGlob(globs, { cwd, onlyFiles: true, dot: false, unique: true, followSymbolicLinks: false })
  const files = found.filter((file) => /\.(md|markdown|mdx)$/i.test(file))
  return [...new Set(files.map((file) => toOnePath(file, cwd)))].sort()
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
      ...folderOf(file),
    }
  })
}

function folderOf(file: string): { folder?: string } {
  const at = file.lastIndexOf('/')
  return at === -1 ? {} : { folder: file.slice(0, at) }
}
