/**
 * Paths of files as an agent saw them: some relative, most absolute, of a checkout whose place nobody noted down. It is
 * known only that the project bears the name of its folder.
 */
import { toRelativePath } from '../../../record/path-patterns.ts'

export interface SortedPaths {
  /** Relative to the root of the project. */
  inside: string[]
  /** Of other places. */
  outside: string[]
}

export function sortPaths(paths: readonly string[], project: string | undefined): SortedPaths {
  const sorted: SortedPaths = { inside: [], outside: [] }
  for (const path of new Set(paths)) {
    const inside = toInside(path.replaceAll('\\', '/'), project)
    if (inside === undefined || inside === '') sorted.outside.push(path)
    else if (!sorted.inside.includes(inside)) sorted.inside.push(inside)
  }
  return sorted
}

function toInside(path: string, project: string | undefined): string | undefined {
  if (!/^(?:[a-z]:)?\/|^~/i.test(path)) return toRelativePath(path, '/')
  const folder = project?.split('/').findLast((part) => part !== '')
  const at = folder === undefined ? -1 : path.toLowerCase().indexOf(`/${folder.toLowerCase()}/`)
  return folder === undefined || at === -1 ? undefined : toRelativePath(path.slice(at + folder.length + 2), '/')
}
