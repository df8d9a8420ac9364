/** The projects of a vault: which there are, where they are bound, and which ids stand for another. */
import type { EventDraft } from '../events/schema.ts'
import { MemoError } from '../lib/errors.ts'
import { findProjectState, listProjects, type ProjectSummary, resolveAlias } from '../projections/index/project-rows.ts'
import { findProject } from '../record/identity.ts'
import { assertId } from '../record/ids.ts'
import { appendAndFold } from './append.ts'
import { resolveProject } from './project.ts'
import { refresh, write } from './refresh.ts'
import type { Vault } from './vault.ts'

export interface ProjectsResult {
  projects: ProjectSummary[]
  /** The project of the working directory. */
  current: string
}

export async function getProjects(vault: Vault, cwd: string): Promise<ProjectsResult> {
  await refresh(vault, 'bounded')
  return { projects: listProjects(vault.projections.db), current: resolveProject(vault, { named: undefined, cwd }).id }
}

export interface BindResult {
  project: string
  root: string
  changed: boolean
}

/** Notes that the folder belongs to the project, with its remote if it has one. */
export async function bindProject(vault: Vault, input: { project: string; name: string | undefined; cwd: string }): Promise<BindResult> {
  assertId(input.project, 'project')
  const { root, remote } = findProject(input.cwd, { vault: vault.paths.root })
  return write(vault, { label: 'project bind' }, () => {
    const known = findProjectState(vault.projections.db, input.project)
    const isKnown = known?.roots.includes(root) === true && (input.name === undefined || input.name === known.name)
    const data = {
      project: input.project,
      root,
      ...(remote !== undefined && known?.remote === undefined && { remote }),
      ...(input.name !== undefined && { name: input.name }),
    }
    const drafts: EventDraft[] = isKnown ? [] : [{ actor: vault.actor, type: 'project.registered', data }]
    appendAndFold(vault, drafts)
    return { project: input.project, root, changed: drafts.length > 0 }
  })
}

export interface AliasResult {
  alias: string
  /** What the id stands for now; null after the alias was ended. */
  project: string | null
  changed: boolean
}

/** Makes one id stand for another project, or ends that. Throws REFUSED for a circle. */
export async function aliasProject(vault: Vault, alias: string, project: string | null): Promise<AliasResult> {
  assertId(alias, 'alias')
  if (project !== null) assertId(project, 'project')
  return write(vault, { label: 'project alias' }, () => {
    const { db } = vault.projections
    if (project !== null && resolveAlias(db, project, vault.config.projectAliases) === alias) {
      throw new MemoError('REFUSED', `${project} already leads to ${alias}: an alias must not lead back to itself`)
    }
    const changed = (findProjectState(db, alias)?.aliasOf ?? null) !== project
    if (changed) appendAndFold(vault, [{ actor: vault.actor, type: 'project.registered', data: { project: alias, aliasOf: project } }])
    return { alias, project, changed }
  })
}
