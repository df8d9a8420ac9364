/** Files of records that are not there any more once their words are out of the log. */
import { foldRecord, isPresent } from '../../events/fold.ts'
import { findRecordEvents } from '../../events/record-events.ts'
import { isCovered, type Redaction } from '../../events/redaction.ts'
import { isFoldable } from '../../events/schema-guard.ts'
import { MemoError } from '../../lib/errors.ts'
import { inFolders } from '../../projections/files/folders.ts'
import { writeRecordFile } from '../../projections/files/write-record-file.ts'
import { findFileOf } from '../../projections/index/file-rows.ts'
import { needReaders } from '../append.ts'
import type { Vault } from '../vault.ts'

/**
 * Removes them and tells their paths. An edit that another clone made after the redaction, and before it heard of it, keeps a
 * record in this index; folded anew it is none, and its file would be met as an edit by hand and bring the text back. Throws
 * REFUSED for one that was edited by hand and is not adopted yet.
 */
export function removeFiles(vault: Vault, redactions: readonly Redaction[]): string[] {
  const records = Map.groupBy(redactions, ({ project, record }) => `${project}/${record}`)
  return [...records.values()].flatMap((about) => removeIfGone(vault, about))
}

function removeIfGone(vault: Vault, redactions: readonly Redaction[]): string[] {
  const { log, projections, paths } = vault
  const [first] = redactions
  if (first === undefined) return []
  const record = { project: first.project, id: first.record }
  const path = findFileOf(projections.db, record.project, record.id)?.path
  if (path === undefined) return []
  const events = findRecordEvents({ segments: log.segments, toEvent: needReaders(vault).toEvent, record })
  const left = events.filter(isFoldable).filter((event) => !isCovered(event, redactions))
  const state = foldRecord(record, left)
  if (isPresent(state)) return []
  if (inFolders(projections.db, paths.root, (folders) => writeRecordFile(folders, state)) === 'blocked')
    throw new MemoError('REFUSED', `${path} was edited by hand`)
  return [path]
}
