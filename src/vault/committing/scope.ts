/** From where on a commit looks at the log, and which files it looks at besides those that are due. */
import { listChangedPaths } from '../../audit/changed-paths.ts'
import { findCommittedEnd } from '../../audit/committed-segment.ts'
import type { RepositoryState } from '../../audit/repository-state.ts'
import type { Cursor, Position } from '../../events/log.ts'
import { startPosition } from '../../events/position.ts'
import { parseRecordPath } from '../../record/locations.ts'
import { indexCursor, ownWriter } from '../append.ts'
import { parseCompiledPath } from '../compiled-path.ts'
import { refresh } from '../refresh.ts'
import type { Vault } from '../vault.ts'
import { isInside } from '../vault-path.ts'
import { findIndexBehind, readProgress } from './progress.ts'

export interface Scope {
  /** Segments from here on are looked at. */
  from: Cursor
  further: string[]
  /** Own events up to here were told by earlier commits. */
  told: Position
}

/** Looks at everything where it is asked to, or where nobody knows any more what was committed. */
export async function findScope(vault: Vault, repository: RepositoryState, whole: boolean): Promise<Scope> {
  const progress = readProgress(vault)
  const writer = ownWriter(vault)
  if (progress !== undefined) {
    const further = whole ? await listEverything(vault) : []
    const end = progress.cursor.get(writer) ?? startPosition
    return { from: progress.cursor, further, told: findIndexBehind(vault) === undefined ? end : await readTold(end) }
  }
  // What is appended while git looks is behind this place.
  const from = indexCursor(vault)
  return { from, further: await listEverything(vault), told: await readTold(startPosition) }

  /** A process that was killed may have made a commit and not noted it. */
  async function readTold(otherwise: Position): Promise<Position> {
    return (await findCommittedEnd(repository, writer)) ?? otherwise
  }
}

/** Edits are adopted first: a snapshot holds no file that says what the log does not. */
async function listEverything(vault: Vault): Promise<string[]> {
  await refresh(vault, 'full')
  const { changed, ignored } = await listChangedPaths(vault.paths.root)
  return [...changed.filter(isInside), ...ignored.filter(isOwn)]
}

/** Of the files that a rule hides, those that memo writes; the others are a person's, and hidden for a reason. */
function isOwn(path: string): boolean {
  if (/^events\/[^/]+\/(\d{6}\.jsonl|signed\.json)$/.test(path) || parseRecordPath(path) !== undefined) return true
  return parseCompiledPath(path) !== undefined
}
