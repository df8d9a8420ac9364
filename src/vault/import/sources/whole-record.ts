/** Whether something is a record as an export of ours writes it, so that it can come back as it was. */
import { isId } from '../../../record/ids.ts'
import { isKind } from '../../../record/vocabulary.ts'
import type { ImportedRecord } from '../source.ts'
import type { Frontmatter } from './markdown-file.ts'

/** @param record the same after what has not its form was put aside: then it is not ours */
export function isWholeRecord(data: Frontmatter, record: ImportedRecord): boolean {
  const { id, project, kind, created, updated } = data
  const isNamed = typeof id === 'string' && isId(id) && typeof project === 'string' && isId(project)
  const isDated = typeof created === 'string' && typeof updated === 'string'
  return isNamed && isDated && typeof kind === 'string' && isKind(kind) && record.imported === data.imported
}
