/** Writes a file that is compiled from the log where it says something else. One that a person edited is set aside first. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../lib/durable-file.ts'
import { sha256 } from '../../lib/hash.ts'
import type { Folders } from '../files/folders.ts'
import type { IndexDatabase } from '../index/database.ts'
import { folderOf } from '../index/file-rows.ts'
import { readSetting, saveSetting } from '../index/setting-rows.ts'

export interface CompiledWriting {
  folders: Folders
  /** Keeps a file that a person changed before it is written over. */
  setAside: (path: string, reason: string) => void
}

/**
 * Throws REFUSED where the folder of the path leads out of the vault, before anything there is looked at.
 * @param path relative to the vault
 */
export function writeCompiled({ folders, setAside }: CompiledWriting, path: string, text: string): void {
  const { db, root } = folders
  folders.assertInside(folderOf(path))
  const before = findText(join(root, path))
  if (before !== text) {
    if (before !== undefined && isEdited(db, path, before)) setAside(path, 'edited')
    folders.work(folderOf(path), () => replaceFile(join(root, path), Buffer.from(text), { durable: false }))
  }
  noteCompiled(db, path, text)
}

/** Notes the file as memo has written it: what stands there later and is something else was edited. */
export function noteCompiled(db: IndexDatabase, path: string, text: string | Buffer): void {
  saveSetting(db, settingOf(path), sha256(text))
}

/** Whether the file was written once and is not there any more. */
export function isMissing(db: IndexDatabase, root: string, path: string): boolean {
  return readSetting(db, settingOf(path)) !== undefined && findText(join(root, path)) === undefined
}

/** Whether the text is another than the one last written; unknown after a rebuild, and then taken for ours. */
function isEdited(db: IndexDatabase, path: string, text: string): boolean {
  const last = readSetting(db, settingOf(path))
  return last !== undefined && last !== sha256(text)
}

function settingOf(path: string): string {
  return `view:${path}`
}

/**
 * Undefined where nothing stands. A link or folder says nothing that was written here, and is not read: what a link of
 * somebody else leads to may have no end.
 */
function findText(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  return stat.isFile() ? readFileSync(path, 'utf8') : ''
}
