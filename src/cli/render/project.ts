/** Projects, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { AliasResult, BindResult, ProjectsResult } from '../../vault/projects.ts'
import type { Paint } from '../color.ts'
import { widest } from './columns.ts'

/** One line each; the working directory's is marked. */
export function renderProjects({ projects, current }: ProjectsResult, paint: Paint): string {
  const lines = projects.map((project) => renderProject(project, widthsOf(projects), { current, paint }))
  if (projects.some(({ id }) => id === current)) return lines.join('\n')
  return [...lines, paint('dim', `The working directory is project ${current}, which has no records yet.`)].join('\n')
}

type Project = ProjectsResult['projects'][number]

function widthsOf(projects: readonly Project[]): { id: number; count: number } {
  return { id: widest(projects.map(({ id }) => id)), count: widest(projects.map(toCount)) }
}

function renderProject(
  project: Project,
  widths: { id: number; count: number },
  { current, paint }: { current: string; paint: Paint },
): string {
  const mark = project.id === current ? '*' : ' '
  const head = `${mark} ${paint('bold', project.id.padEnd(widths.id))}  ${toCount(project).padStart(widths.count)}`
  return [head, ...toFacts(project).map((fact) => paint('dim', toHarmless(fact)))].join('  ')
}

function toCount({ records }: Project): string {
  return plural(records, 'record')
}

function toFacts({ aliasOf, name, remote, roots }: Project): string[] {
  return [
    ...(aliasOf ? [`stands for ${aliasOf}`] : []),
    ...(name === undefined ? [] : [name]),
    ...(remote === undefined ? [] : [remote]),
    ...roots,
  ]
}

export function renderBind({ project, root, alias, changed }: BindResult): string {
  const place = toHarmless(root)
  if (!changed) return `${place} is bound to project ${project} already.`
  const also = alias === null ? '' : ` ${alias} stands for it from now on.`
  return `Bound ${place} to project ${project}.${also}`
}

export function renderAlias({ alias, project, changed }: AliasResult): string {
  if (project === null) return changed ? `${alias} stands for itself again.` : `${alias} stood for no other project.`
  return changed ? `${alias} stands for ${project} now.` : `${alias} stands for ${project} already.`
}
