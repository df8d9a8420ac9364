/**
 * Whether a file is byte for byte what would be written for its record. Nearly every file of a vault is, and such a file
 * says nothing new, so that it need not be parsed.
 */
import { isPresent } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { createMarkdown } from '../../record/frontmatter.ts'
import { type RecordLocation, recordPath } from '../../record/locations.ts'
import type { IndexDatabase } from '../index/database.ts'
import { findRecordContent, kindOf, textOf } from '../index/record-rows.ts'
import { bodyHash, type Frontmatter, toFrontmatter } from './render.ts'

export interface AsWritten {
  id: string
  projected: Frontmatter
  bodyHash: string
}

/**
 * What the file says; undefined for one that does not stand in its record's place, or says it in other words: it is to be
 * read then.
 */
export function findAsWritten(
  db: IndexDatabase,
  { path, location: { project, stem } }: { path: string; location: RecordLocation },
  bytes: Buffer,
): AsWritten | undefined {
  const state = findRecordContent(db, project, stem)
  if (!isPresent(state) || path !== recordPath(project, kindOf(state), stem)) return undefined
  const projected = toFrontmatter(state)
  const body = textOf(state.fields.body) ?? ''
  if (!isSameText(bytes, projected, body)) return undefined
  return { id: stem, projected, bodyHash: bodyHash(body) }
}

function isSameText(bytes: Buffer, projected: Frontmatter, body: string): boolean {
  try {
    return bytes.equals(Buffer.from(createMarkdown(projected, body)))
  } catch (error) {
    // Frontmatter that cannot be written was not.
    if (error instanceof MemoError && error.code === 'REFUSED') return false
    throw error
  }
}
