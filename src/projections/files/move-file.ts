/** The file of a record that gets another name goes along, with the comments and the order that a person gave it. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordKey } from '../../record/record-key.ts'
import type { IndexDatabase } from '../index/database.ts'
import { deleteFileState, findFileOf, folderOf, saveFileState } from '../index/file-rows.ts'
import { findSignature, isSame } from './signature.ts'
import { keepFolderTime } from './write-record-file.ts'

export interface FileMove {
  from: RecordKey
  to: RecordKey
  /** Where the file is to be, relative to the vault. */
  path: string
}

/** Does nothing where the file is not as it was last seen, or the place is taken: then it is written anew. */
export function moveRecordFile(db: IndexDatabase, root: string, { from, to, path }: FileMove): void {
  const known = findFileOf(db, from.project, from.id)
  if (known === undefined || known.problem !== undefined) return
  const onDisk = findSignature(join(root, known.path))
  if (onDisk === undefined || !isSame(onDisk, known) || findSignature(join(root, path)) !== undefined) return
  keepFolderTime(db, root, folderOf(known.path), () =>
    keepFolderTime(db, root, folderOf(path), () => renameSync(join(root, known.path), join(root, path))),
  )
  deleteFileState(db, known.path)
  saveFileState(db, { ...known, path, project: to.project, id: to.id })
}
