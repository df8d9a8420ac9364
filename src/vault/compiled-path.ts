/** The files in a project's folder that are compiled from the log: its views, and the file of the project itself. */
import { viewNames } from '../projections/views/render-views.ts'

export const projectFile = 'project.json'

export interface CompiledPath {
  project: string
  isView: boolean
}

/** Undefined for any other path, relative to the vault. */
export function parseCompiledPath(path: string): CompiledPath | undefined {
  const [, project = '', name = ''] = /^projects\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  const isView = viewNames.some((view) => view === name)
  return isView || name === projectFile ? { project, isView } : undefined
}
