/** The projects of a vault: which there are, where they are bound, and which ids stand for another. */
import type { EventDraft } from '../events/schema.ts'
import { MemoError } from '../lib/errors.ts'
import { findNearest } from '../lib/nearest.ts'
import { plural } from '../lib/plural.ts'
import { findProjectState, listProjects, type ProjectSummary, resolveAlias } from '../projections/index/project-rows.ts'
import { findProject, type ProjectIdentity, projectFileName } from '../record/identity.ts'
import { assertId } from '../record/ids.ts'
import { appendAndFold } from './append.ts'
import { resolveProject } from './project.ts'
import { refresh, write } from './refresh.ts'
import { addNotice, type Vault } from './vault.ts'

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
  /** What the folder was called before, and what stands for the project now; null when nothing had to. */
  alias: string | null
  changed: boolean
}

/**
 * Notes that the folder belongs to the project, with its remote if it has one, and lets the id that the folder has by
 * itself stand for the project. Throws REFUSED when a file in the folder names another.
 */
export async function bindProject(
  vault: Vault,
  input: { project: string; name: string | undefined; cwd: string; allowSecret?: boolean | undefined },
): Promise<BindResult> {
  const { project, name, cwd } = input
  assertId(project, 'project')
  const identity = findProject(cwd, { vault: vault.paths.root })
  const { root, remote } = identity
  return write(vault, { label: 'project bind' }, () => {
    const before = resolveAlias(vault.projections.db, identity.id, vault.config.projectAliases)
    const alias = findNeededAlias(vault, identity, project)
    const known = findProjectState(vault.projections.db, project)
    const isKnown = known?.roots.includes(root) === true && (name === undefined || name === known.name)
    const isNewRemote = remote !== undefined && known?.remote === undefined
    const data = { project, root, ...(isNewRemote && { remote }), ...(name !== undefined && { name }) }
    const drafts = [...(isKnown ? [] : [data]), ...(alias === null ? [] : [{ project: alias, aliasOf: project }])]
    appendAndFold(
      vault,
      drafts.map((draft): EventDraft => ({ actor: vault.actor, type: 'project.registered', data: draft })),
      input,
    )
    if (alias !== null) tellLeftBehind(vault, before, alias)
    if (drafts.length === 0) tellWhatItStandsFor(vault, project)
    return { project, root, alias, changed: drafts.length > 0 }
  })
}

function findNeededAlias(vault: Vault, { id, source, root }: ProjectIdentity, project: string): string | null {
  const { db } = vault.projections
  const follow = (start: string): string => resolveAlias(db, start, vault.config.projectAliases)
  if (follow(id) === follow(project)) return null
  if (source !== 'file') return id
  throw new MemoError('REFUSED', `a ${projectFileName} in ${root} names project ${id}`, {
    hint: `change the file, or run "memo project alias ${id} ${project}"`,
  })
}

/** A misspelled id binds as well as any, and what the folder was before is in no search from then on. */
function tellLeftBehind(vault: Vault, before: string, alias: string): void {
  const { records } = listProjects(vault.projections.db).find(({ id }) => id === before) ?? { records: 0 }
  if (records === 0) return
  const back = before === alias ? `memo project alias ${alias} --remove` : `memo project bind ${before}`
  const what = `what ${before} holds (${plural(records, 'record')}) stays there`
  addNotice(vault, `${what}; "memo move" brings it over one by one, "${back}" goes back to it`)
}

function tellWhatItStandsFor(vault: Vault, project: string): void {
  const target = resolveAlias(vault.projections.db, project, vault.config.projectAliases)
  if (target === project) return
  addNotice(vault, `${project} stands for ${target}; "memo project alias ${project} --remove" ends that`)
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
    if (project !== null) noteUnknown(vault, { alias, project })
    const changed = (findProjectState(db, alias)?.aliasOf ?? null) !== project
    if (changed)
      appendAndFold(vault, [
        { actor: vault.actor, type: 'project.registered', data: { project: alias, aliasOf: project } },
      ])
    return { alias, project, changed }
  })
}

/** A project may be named before it holds anything; more often its name was mistyped, and the alias hides what it leads from. */
function noteUnknown(vault: Vault, { alias, project }: { alias: string; project: string }): void {
  const { db } = vault.projections
  const names = listProjects(db).map(({ id }) => id)
  if (names.includes(project)) return
  const nearest = findNearest(project, names)
  const meant = nearest === undefined ? '' : `; if ${nearest} is meant, run "memo project alias ${alias} ${nearest}"`
  addNotice(vault, `no project is called ${project} yet${meant}`)
}
