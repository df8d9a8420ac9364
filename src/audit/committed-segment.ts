/** What the newest commit holds of a writer's log: where it ends. For an index that was built anew and does not know. */
import { findEnd } from '../events/log-end.ts'
import type { Position } from '../events/position.ts'
import { memorySegments } from '../events/segments.ts'
import { runGit } from './git-process.ts'
import type { RepositoryState } from './repository-state.ts'

/** Undefined where the commit has none of it, or what it has is damaged. */
export async function findCommittedEnd(state: RepositoryState, writer: string): Promise<Position | undefined> {
  const { root, head } = state
  if (head === undefined) return undefined
  const listed = await runGit(root, ['ls-tree', '-z', '--name-only', head, '--', `events/${writer}/`])
  const paths = listed
    .toString()
    .split('\0')
    .filter((path) => /\/\d{6}\.jsonl$/.test(path))
  const path = paths.sort().at(-1)
  if (path === undefined) return undefined
  const segment = Number.parseInt(path.split('/').at(-1) ?? '', 10)
  const segments = memorySegments()
  segments.append(writer, segment, await runGit(root, ['cat-file', 'blob', `${head}:${path}`]))
  try {
    return findEnd(segments, writer).position
  } catch {
    // A commit of a damaged log: every event is told once more rather than none.
    return undefined
  }
}
