/** What a caller's words for a scope mean in this vault and from this working directory. */
import { toRealPath } from '../../lib/real-path.ts'
import { findProject } from '../../record/identity.ts'
import { toRelativePath } from '../../record/path-patterns.ts'
import { resolveKnownProject } from '../project.ts'
import type { Vault } from '../vault.ts'

export interface ProjectScope {
  /** As named by the caller; none is the working directory's. */
  projects: readonly string[]
  allProjects: boolean
  cwd: string
  /** As for `ProjectChoice`. */
  mayBeNew?: boolean | undefined
}

/** Ids, aliases followed, each once; undefined for every project. Throws NOT_FOUND for one that nobody knows. */
export function findProjectScope(
  vault: Vault,
  { projects, allProjects, cwd, mayBeNew }: ProjectScope,
): readonly string[] | undefined {
  if (allProjects) return undefined
  const named = projects.length === 0 ? [undefined] : projects
  return [...new Set(named.map((name) => resolveKnownProject(vault, { named: name, cwd, mayBeNew })))]
}

/** Patterns are relative to the project's root; so is the path, typed absolute or not, and through whichever link. */
export function toScopePath(cwd: string, path: string): string {
  if (!path.startsWith('/')) return path
  const { root } = findProject(cwd)
  return toRelativePath(path, root) ?? toRelativePath(toRealPath(path), root) ?? path
}
