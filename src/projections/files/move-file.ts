/** The file of a record that gets another name goes along, with the comments and the order that a person gave it. */
import { join } from 'node:path'
import type { RecordState } from '../../events/fold.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from '../index/database.ts'
import { findFileOf } from '../index/file-rows.ts'
import { inFolders } from './folders.ts'
import { findSignature, isSame } from './signature.ts'
import { writeFrom } from './write-record-file.ts'

export interface FileMove {
  from: RecordKey
  /** The record under its new name. */
  state: RecordState
  /** Where the file is to be, relative to the vault. */
  path: string
}

/**
 * Writes the new file out of the old one, which goes once it is brought up that its record has gone: a file that was only
 * renamed would say the old name, and after a crash be taken for a record that somebody brought back. Does nothing where the
 * file is not as it was last seen, or the place is taken: then it is written anew.
 */
export function moveRecordFile(db: IndexDatabase, root: string, { from, state, path }: FileMove): void {
  const known = findFileOf(db, from.project, from.id)
  if (known === undefined || known.problem !== undefined) return
  const onDisk = findSignature(join(root, known.path))
  if (onDisk === undefined || !isSame(onDisk, known) || findSignature(join(root, path)) !== undefined) return
  inFolders(db, root, (folders) => writeFrom(folders, { known, state, path }))
}
