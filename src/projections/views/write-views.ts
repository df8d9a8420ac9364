/** Writes the compiled views that differ from what is on disk. A view that a person edited is set aside first. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../lib/durable-file.ts'
import { sha256 } from '../../lib/hash.ts'
import { projectFolder } from '../../record/locations.ts'
import type { Folders } from '../files/folders.ts'
import type { IndexDatabase } from '../index/database.ts'
import { readSetting, saveSetting } from '../index/file-rows.ts'
import { countByKind, listActive, listNewest } from '../index/view-rows.ts'
import { renderView, type ViewData, type ViewName, viewLimit, viewNames, viewsOf } from './render-views.ts'

export interface WriteViewsInput {
  folders: Folders
  /** Keeps a file that a person changed before it is written over. */
  setAside: (path: string, reason: string) => void
}

/**
 * Brings the views that show a kind up to date; returns the paths that were written. Throws REFUSED where the project's
 * folder leads out of the vault, before anything there is looked at.
 */
export function writeViews({ folders, setAside }: WriteViewsInput, project: string, kind: string): string[] {
  const { db, root } = folders
  folders.assertInside(projectFolder(project))
  const data: ViewData = {
    project,
    counts: countByKind(db, project),
    newest: (of) => listNewest(db, { project, kind: of, limit: viewLimit }),
    active: (of) => listActive(db, { project, kind: of, limit: viewLimit }),
  }
  const written: string[] = []
  for (const name of viewsOf(kind)) {
    const path = `${projectFolder(project)}/${name}`
    const text = renderView(name, data)
    const before = findText(join(root, path))
    if (before !== text) {
      if (before !== undefined && isEdited(db, path, before)) setAside(path, 'edited')
      folders.work(projectFolder(project), () => replaceFile(join(root, path), Buffer.from(text), { durable: false }))
      written.push(path)
    }
    noteView(db, path, text)
  }
  return written
}

/** Notes the view as memo has written it: what stands there later and is something else was edited. */
export function noteView(db: IndexDatabase, path: string, text: string | Buffer): void {
  saveSetting(db, settingOf(path), sha256(text))
}

function settingOf(path: string): string {
  return `view:${path}`
}

/** The views of a project that were written once and are not there any more. */
export function findMissingViews(db: IndexDatabase, root: string, project: string): ViewName[] {
  return viewNames.filter((name) => {
    const path = `${projectFolder(project)}/${name}`
    return readSetting(db, settingOf(path)) !== undefined && findText(join(root, path)) === undefined
  })
}

/** Whether the text is another than the one last written; unknown after a rebuild, and then taken for ours. */
function isEdited(db: IndexDatabase, path: string, text: string): boolean {
  const last = readSetting(db, settingOf(path))
  return last !== undefined && last !== sha256(text)
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
