/**
 * One record changed by hand in its file: where the file is, and what became of it after an editor had it. What the
 * file says is taken over as every hand edit is.
 */
import { join } from 'node:path'
import { emptyRecord, isPresent, type RecordState } from '../../events/fold.ts'
import { type FieldChange, fieldChanges } from '../../events/history.ts'
import { MemoError } from '../../lib/errors.ts'
import { diffLines } from '../../lib/line-diff.ts'
import { scanPaths } from '../../projections/files/scan.ts'
import { findSignature } from '../../projections/files/signature.ts'
import { findFileOf, findFileState } from '../../projections/index/file-rows.ts'
import { findRecord, kindOf, textOf } from '../../projections/index/record-rows.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { dropLeft } from '../adopt-changes.ts'
import { assertWritable } from '../read-only.ts'
import { findOne } from '../reading/find-named.ts'
import { refresh, withIndexRecovery, write } from '../refresh.ts'
import { addNotice, loadReaders, type Vault } from '../vault.ts'

/** The file of a record, and the record as it was when that was asked for. */
export interface Editable {
  /** Relative to the vault. */
  filepath: string
  /** Absolute, for an editor. */
  path: string
  before: RecordState
}

export interface EditPlace {
  project: string | undefined
  cwd: string
}

/**
 * The file to open. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record, REFUSED where its file is not
 * there, READ_ONLY where nothing of it could be taken over.
 */
export async function findEditable(vault: Vault, name: string, place: EditPlace): Promise<Editable> {
  await refresh(vault, 'bounded')
  return withIndexRecovery(vault, async () => {
    const before = findOne(vault, name, place)
    assertWritable(vault)
    const file = findFileOf(vault.projections.db, before.project, before.id)
    if (file === undefined || findSignature(join(vault.paths.root, file.path)) === undefined) {
      throw new MemoError('REFUSED', `the file of ${before.id} is not there`, { hint: 'run "memo doctor --fix"' })
    }
    return { filepath: file.path, path: join(vault.paths.root, file.path), before }
  })
}

export interface EditResult {
  id: string
  projectId: string
  kind: Kind
  title: string
  filepath: string
  /** Whether the record is another than it was. */
  changed: boolean
  changes: FieldChange[]
  /** Of the text: the hunks of a unified diff. */
  bodyDiff?: string
  /** Id of the newest event of the record; null when nothing changed. */
  event: string | null
}

/** The file says what no record can say: it stays as it was written, and the record as it was. */
export interface NotAdopted {
  filepath: string
  problem: string
  /** Line of the file that is at fault, from 1, where one is. */
  line?: number
}

/**
 * Takes over what the file says by now. `allowSecret` takes over also what looks like a secret. Throws READ_ONLY, BUSY,
 * INTEGRITY or IO.
 */
export async function adoptEdit(
  vault: Vault,
  { filepath, before }: Editable,
  { allowSecret = false }: { allowSecret?: boolean } = {},
): Promise<EditResult | NotAdopted> {
  await loadReaders(vault)
  // What others wrote while the editor was open.
  await refresh(vault, 'none')
  const { db } = vault.projections
  const meanwhile = findRecord(db, before.project, before.id)?.state
  const input = { db, root: vault.paths.root, ports: vault.ports, budget: undefined }
  return write(
    vault,
    { label: 'edit', scan: scanPaths(input, [filepath], []), allowSecret, actor: vault.actor },
    () => {
      const problem = findFileState(vault.projections.db, filepath)?.problem
      if (problem !== undefined) {
        dropLeft(vault, filepath)
        return { filepath, problem, ...lineOf(problem) }
      }
      const after = findRecord(vault.projections.db, before.project, before.id)?.state
      tellOverwritten(vault, { before, meanwhile, after })
      return toResult(filepath, before, after)
    },
  )
}

interface Versions {
  before: RecordState
  /** As the log had it when the editor had ended. */
  meanwhile: RecordState | undefined
  after: RecordState | undefined
}

/** The editor had the file as it was before: what it saves is without what somebody else changed since. */
function tellOverwritten(vault: Vault, { before, meanwhile, after }: Versions): void {
  const { id } = before
  if (meanwhile === undefined || after === undefined || !isPresent(after)) return
  if (!isPresent(meanwhile)) {
    addNotice(vault, `${id} was forgotten or moved while you edited it; what you saved is a record of that name again`)
    return
  }
  const saved = changedNames(meanwhile, after)
  const overwritten = changedNames(before, meanwhile).filter((name) => saved.includes(name))
  if (overwritten.length === 0) return
  const what = overwritten.join(', ')
  addNotice(
    vault,
    `while you edited ${id} its ${what} changed; what you saved took the place of that; see "memo history ${id}"`,
  )
}

function changedNames(before: RecordState, after: RecordState): string[] {
  const isSameText = textOf(before.fields.body) === textOf(after.fields.body)
  return [...fieldChanges(before, after).map(({ field }) => field), ...(isSameText ? [] : ['text'])]
}

/** What reading a record's file says of it. */
function lineOf(problem: string): { line?: number } {
  const line = /^line (\d+):/.exec(problem)?.[1]
  return line === undefined ? {} : { line: Number(line) }
}

function toResult(filepath: string, before: RecordState, state: RecordState | undefined): EditResult {
  const { project: projectId, id } = before
  const after = isPresent(state) ? state : emptyRecord(projectId, id)
  const changes = fieldChanges(before, after)
  const bodyDiff = diffLines(textOf(before.fields.body) ?? '', textOf(after.fields.body) ?? '')
  const changed = changes.length > 0 || bodyDiff !== ''
  return {
    ...{ id, projectId, kind: kindOf(before), title: textOf(after.fields.title) ?? '', filepath, changed, changes },
    ...(bodyDiff !== '' && { bodyDiff }),
    event: changed ? newestEvent(after) : null,
  }
}

/** A stamp begins with the id of the event that it is of. */
function newestEvent({ stamps }: RecordState): string | null {
  return Object.values(stamps).sort().at(-1)?.split('@')[0] ?? null
}
