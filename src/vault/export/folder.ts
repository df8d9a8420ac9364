/** An export as a folder of Markdown files, laid out as in a vault: there as a whole or not at all. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder, replaceFile } from '../../lib/durable-file.ts'
import { MemoError } from '../../lib/errors.ts'
import { removeTree } from '../../lib/remove-file.ts'
import { toFrontmatter } from '../../projections/files/render.ts'
import { kindOf, textOf } from '../../projections/index/record-rows.ts'
import { createMarkdown } from '../../record/frontmatter.ts'
import { recordPath } from '../../record/locations.ts'
import { findFreePlace, moveToPlace } from '../free-place.ts'
import type { ExportedState } from './forms.ts'

/**
 * Writes a file for each record; gives the bytes of all. A folder that holds something is only written into if `force`
 * says so: files of the same names are replaced one by one, the others stay.
 */
export async function writeFolder(
  target: string,
  records: AsyncIterable<ExportedState>,
  force: boolean,
): Promise<number> {
  if (!isFilled(target)) return writeAtOnce(findFreePlace(target, 'name a folder that is new or empty'), records)
  if (!force) throw notEmpty(target)
  return writeInto(records, (path, text) => {
    makeFolder(dirname(join(target, path)))
    replaceFile(join(target, path), Buffer.from(text), { durable: false })
  })
}

function isFilled(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return false
  if (!stat.isDirectory()) {
    throw new MemoError('USAGE', `${folder} is a file`, { hint: 'an export of Markdown is a folder of files' })
  }
  return readdirSync(folder).length > 0
}

function notEmpty(target: string): MemoError {
  const hint = 'name another one, or --force to write into it and replace files of the same names'
  return new MemoError('REFUSED', `the folder ${target} is not empty`, { hint })
}

async function writeAtOnce(folder: string, records: AsyncIterable<ExportedState>): Promise<number> {
  const temporary = `${folder}.${process.pid}.tmp`
  mkdirSync(temporary, { mode: 0o700 })
  try {
    const bytes = await writeInto(records, (path, text) => {
      mkdirSync(dirname(join(temporary, path)), { recursive: true, mode: 0o700 })
      writeFileSync(join(temporary, path), text, { flag: 'wx', mode: 0o600 })
    })
    moveToPlace(temporary, folder)
    return bytes
  } finally {
    if (existsSync(temporary)) removeTree(temporary)
  }
}

async function writeInto(
  records: AsyncIterable<ExportedState>,
  write: (path: string, text: string) => void,
): Promise<number> {
  let bytes = 0
  for await (const { state } of records) {
    const text = createMarkdown(toFrontmatter(state), textOf(state.fields.body) ?? '')
    write(recordPath(state.project, kindOf(state), state.id), text)
    bytes += Buffer.byteLength(text)
  }
  return bytes
}
