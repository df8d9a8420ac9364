/** Writes the compiled views of a project. */
import { projectFolder } from '../../record/locations.ts'
import type { IndexDatabase } from '../index/database.ts'
import { countByKind, listActive, listNewest } from '../index/view-rows.ts'
import { renderView, type ViewData, type ViewName, viewLimit, viewNames, viewsOf } from './render-views.ts'
import { type CompiledWriting, isMissing, writeCompiled } from './write-compiled.ts'

/** Brings the views that show a kind up to date. Throws as `writeCompiled` does. */
export function writeViews(writing: CompiledWriting, project: string, kind: string): void {
  const { db } = writing.folders
  const data: ViewData = {
    project,
    counts: countByKind(db, project),
    newest: (of) => listNewest(db, { project, kind: of, limit: viewLimit }),
    active: (of) => listActive(db, { project, kind: of, limit: viewLimit }),
  }
  for (const name of viewsOf(kind)) writeCompiled(writing, pathOf(project, name), renderView(name, data))
}

/** The views of a project that were written once and are not there any more. */
export function findMissingViews(db: IndexDatabase, root: string, project: string): ViewName[] {
  return viewNames.filter((name) => isMissing(db, root, pathOf(project, name)))
}

function pathOf(project: string, name: ViewName): string {
  return `${projectFolder(project)}/${name}`
}
