/** The records of another vault, or of an export in Markdown: both have the same layout. Its log is not read. */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fastGlob from 'fast-glob'
import { MemoError } from '../../../lib/errors.ts'
import { parseRecordPath, type RecordLocation } from '../../../record/locations.ts'
import type { ImportItem, ImportSource, ReadOptions } from '../source.ts'
import { type MarkdownFile, readFileItem, toRecord } from './markdown-file.ts'
import { isWholeRecord } from './whole-record.ts'

export const memo: ImportSource = {
  name: 'memo',
  summary: 'Records of another vault, or of "memo export --format markdown", as they are in their files.',
  path: 'the folder that "projects" is in',
  ownIds: true,
  read,
}

async function* read(paths: readonly string[], options: ReadOptions): AsyncGenerator<ImportItem> {
  for (const path of paths) {
    const root = resolve(options.cwd, path)
    if (!existsSync(join(root, 'projects'))) throw noVault(path)
    const found = await fastGlob('projects/*/*/*.md', { cwd: root, onlyFiles: true, followSymbolicLinks: false })
    for (const file of found.sort()) yield* toItems(root, file, { path, options })
  }
}

function noVault(path: string): MemoError {
  return new MemoError('NOT_FOUND', `there is no folder "projects" in ${path}`, {
    hint: 'name the folder that the export was written to; other Markdown comes in with "memo import markdown"',
  })
}

function* toItems(root: string, file: string, { path, options }: { path: string; options: ReadOptions }) {
  const location = parseRecordPath(file)
  const name = { origin: join(path, file), file: join(root, file) }
  if (location !== undefined) yield readFileItem(name, options, (read) => toItem(read, location))
}

function toItem({ data, body }: MarkdownFile, { project, kind, stem }: RecordLocation) {
  const whole = { id: stem, kind, ...data, project }
  const record = toRecord({ data: whole, body })
  return { record, isWhole: isWholeRecord(whole, record), folder: `${project}/${kind}`, type: kind }
}
