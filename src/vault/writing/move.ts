/** A record put under another id, in another project, or both. What names it follows; its counters and history go along. */
import { hasModel } from '../../config/has-model.ts'
import type { RecordState } from '../../events/fold.ts'
import { decideMove } from '../../events/move.ts'
import { MemoError } from '../../lib/errors.ts'
import { moveRecordFile } from '../../projections/files/move-file.ts'
import { listMoves, listReferrers } from '../../projections/index/moved-rows.ts'
import { findRecord, kindOf, textOf } from '../../projections/index/record-rows.ts'
import { assertId } from '../../record/ids.ts'
import { recordPath } from '../../record/locations.ts'
import type { RecordKey } from '../../record/record-key.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { appendAndFold } from '../append.ts'
import { logError } from '../error-log.ts'
import { resolveKnownProject } from '../project.ts'
import { findOne } from '../reading/find-named.ts'
import { write } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'

export interface MoveInput {
  /** The record, as `get` takes it, looked for from the working directory. */
  name: string
  /** The project that it is to be in, and its id there; undefined stays as it is. */
  toProject: string | undefined
  toId: string | undefined
  cwd: string
  /** Also if the record holds what looks like a secret. */
  allowSecret?: boolean | undefined
}

export interface MoveResult {
  id: string
  projectId: string
  kind: Kind
  title: string
  /** What it was called before. */
  from: { id: string; projectId: string }
  /** The records whose links to it follow. */
  followed: { id: string; projectId: string }[]
  /** Id of the event that made it here. */
  event: string
}

/**
 * Moves it by one append, which one undo takes back. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record, NOT_FOUND for a
 * project that is not there, USAGE for an id that cannot be one, REFUSED where the new name is taken.
 */
export async function moveRecord(vault: Vault, input: MoveInput): Promise<MoveResult> {
  const { name, toProject, toId, cwd, allowSecret } = input
  if (toProject === undefined && toId === undefined) {
    throw new MemoError('USAGE', 'there is nothing to move it to', { hint: 'say --id, --project or both' })
  }
  if (toId !== undefined) assertId(toId, 'id')
  await loadReaders(vault)
  const result = await write(vault, { label: 'move', place: { named: undefined, cwd } }, () => {
    const record = findOne(vault, name, { project: undefined, cwd })
    const project = toProject === undefined ? record.project : resolveKnownProject(vault, { named: toProject, cwd })
    return moveTo(vault, record, { project, id: toId ?? record.id }, allowSecret)
  })
  if (hasModel(vault.config)) {
    const { embedRecord } = await import('../embedding/embed-record.ts')
    await embedRecord(vault, result.projectId, result.id)
  }
  return result
}

function moveTo(vault: Vault, record: RecordState, to: RecordKey, allowSecret: boolean | undefined): MoveResult {
  const { db } = vault.projections
  const isRecord = ({ project, id }: RecordKey): boolean => findRecord(db, project, id)?.state.gone === false
  const { drafts, followed } = decideMove(
    { record, to, actor: vault.actor },
    {
      past: findRecord(db, to.project, to.id)?.state,
      pastMoves: listMoves(db, to),
      referrers: listReferrers(db, record),
      isRecord,
    },
  )
  const [event] = appendAndFold(vault, drafts, { allowSecret })
  if (event === undefined) throw new MemoError('BUG', `the move of ${record.id} left no trace`)
  const kind = kindOf(record)
  moveFile(vault, record, to)
  return {
    ...{ id: to.id, projectId: to.project, kind, title: textOf(record.fields.title) ?? '' },
    from: { id: record.id, projectId: record.project },
    followed: followed.map(({ project, id }) => ({ id, projectId: project })),
    event: event.id,
  }
}

/** The record has moved by then: a file that cannot be taken along is written anew with all that is due. */
function moveFile(vault: Vault, from: RecordKey, to: RecordKey): void {
  const { projections, paths, ports } = vault
  try {
    const state = findRecord(projections.db, to.project, to.id)?.state
    if (state === undefined) return
    const path = recordPath(to.project, kindOf(state), to.id)
    moveRecordFile(projections.db, paths.root, { from, state, path })
  } catch (error) {
    logError(paths, ports, 'projection', error)
  }
}
