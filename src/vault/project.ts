/** Which project a command is about: named, or found from the working directory, and followed through aliases. */

import type { EventDraft } from '../events/schema.ts'
import { MemoError } from '../lib/errors.ts'
import { findProjectState, listProjects, type ProjectState, resolveAlias } from '../projections/index/project-rows.ts'
import { findProject, type ProjectIdentity } from '../record/identity.ts'
import { assertId, toProjectId } from '../record/ids.ts'
import { addNotice, type Vault, type View } from './vault.ts'

export interface ProjectChoice {
  /** From `--project`. */
  named: string | undefined
  cwd: string
  /** The caller works in the named project, which holds nothing before the first write; it does not look for one. */
  mayBeNew?: boolean | undefined
}

export interface ResolvedProject {
  id: string
  /** How the working directory led there; undefined when the project was named. */
  identity: ProjectIdentity | undefined
}

/** The project that a command works on. Throws USAGE for a name that cannot be an id. */
export function resolveProject(vault: View, { named, cwd }: ProjectChoice): ResolvedProject {
  const { db } = vault.projections
  const aliases = vault.config.projectAliases
  if (named !== undefined) {
    const id = toProjectId(named)
    assertId(named.toLowerCase().trim() === id ? id : named, 'project')
    return { id: resolveAlias(db, id, aliases), identity: undefined }
  }
  const identity = findProject(cwd, { vault: vault.paths.root })
  for (const notice of identity.notices) addNotice(vault, notice)
  return { id: resolveAlias(db, consented(vault, identity), aliases), identity }
}

/**
 * A repository may name its project, but not one that the vault knows as another repository's: a cloned folder must not
 * read or write what is not its own.
 */
function consented(vault: View, identity: ProjectIdentity): string {
  if (identity.source !== 'file' || identity.id === identity.ownId) return identity.id
  const owner = findOtherOwner(identity, findProjectState(vault.projections.db, identity.id))
  if (owner === undefined) return identity.id
  addNotice(
    vault,
    `the repository's .memo.json names project ${identity.id}, which belongs to ${owner}; using ${identity.ownId} ` +
      `("memo project alias ${identity.ownId} ${identity.id}" joins the two)`,
  )
  return identity.ownId
}

/** The remote that the project is known by, or the folder of one that has none; undefined where it may be this repository's. */
function findOtherOwner({ remote, root }: ProjectIdentity, known: ProjectState | undefined): string | undefined {
  if (known === undefined || known.remote === remote) return undefined
  return known.remote ?? (known.roots.includes(root) ? undefined : known.roots[0])
}

/** The registration that a first write from a working directory brings along; none when everything is known. */
export function registrationOf(vault: Vault, { id, identity }: ResolvedProject): EventDraft[] {
  const known = findProjectState(vault.projections.db, id)
  if (identity === undefined) {
    return known === undefined ? [{ actor: vault.actor, type: 'project.registered', data: { project: id } }] : []
  }
  const { root, remote } = identity
  const isKnown = known?.roots.includes(root) === true && (remote === undefined || known.remote !== undefined)
  if (isKnown) return []
  const data = { project: id, root, ...(remote !== undefined && known?.remote === undefined && { remote }) }
  return [{ actor: vault.actor, type: 'project.registered', data }]
}

/** The same for a reader. Throws NOT_FOUND, with ids alike, when a named project is neither registered nor holds records. */
export function resolveKnownProject(vault: Vault, choice: ProjectChoice): string {
  const { id } = resolveProject(vault, choice)
  if (choice.named !== undefined && !choice.mayBeNew) {
    assertKnown(
      listProjects(vault.projections.db).map((project) => project.id),
      id,
    )
  }
  return id
}

function assertKnown(known: readonly string[], id: string): void {
  if (known.includes(id)) return
  const flat = (text: string): string => text.replace(/[^a-z0-9]/g, '')
  const similar = known.filter((other) => flat(other).includes(flat(id)) || flat(id).includes(flat(other)))
  throw new MemoError('NOT_FOUND', `there is no project ${id} in this vault`, {
    hint: similar.length > 0 ? `did you mean ${similar.join(', ')}?` : 'run "memo project list" to see what there is',
  })
}
