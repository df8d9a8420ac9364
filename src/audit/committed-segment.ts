/** What the newest commit holds of a writer's log: where it ends. For an index that was built anew and does not know. */
import { findEnd } from '../events/log-end.ts'
import type { Position } from '../events/position.ts'
import { findSegment, memorySegments } from '../events/segments.ts'
import { runGit } from './git-process.ts'
import type { RepositoryState } from './repository-state.ts'
import { listTree, type SizedFile } from './tree.ts'

/** Undefined where the commit has none of it, or what it has is damaged. */
export async function findCommittedEnd(state: RepositoryState, writer: string): Promise<Position | undefined> {
  const { root, head } = state
  if (head === undefined) return undefined
  const files = await listTree(root, head, `events/${writer}`)
  const last = files
    .flatMap(toVersion)
    .sort((a, b) => a.segment - b.segment)
    .at(-1)
  if (last === undefined) return undefined
  const segments = memorySegments()
  segments.append(writer, last.segment, await runGit(root, ['cat-file', 'blob', last.oid]))
  try {
    return findEnd(segments, writer).position
  } catch {
    // A commit of a damaged log: every event is told once more rather than none.
    return undefined
  }
}

function toVersion({ path, oid }: SizedFile): { segment: number; oid: string }[] {
  const found = findSegment(path)
  return found === undefined ? [] : [{ segment: found.segment, oid }]
}
