/** Whether each record's file says what the log says. The index must have been compared with the log before. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { isVersion } from '../../projections/files/meaning.ts'
import { findSignature } from '../../projections/files/signature.ts'
import { findFileOf } from '../../projections/index/file-rows.ts'
import { readStates } from '../../projections/index/inspect-records.ts'
import { isPending } from '../../projections/index/outbox.ts'
import { parseRecordPath } from '../../record/locations.ts'
import { loadReaders, type Vault } from '../vault.ts'
import type { Examination } from './check.ts'
import type { Finding } from './finding.ts'

/** Files that are missing, due or cannot be read are told by other checks; hand edits were adopted before this one. */
export async function checkFileContents({ vault, deep, counts }: Examination): Promise<Finding[]> {
  if (!deep) return []
  await loadReaders(vault)
  const findings: Finding[] = []
  for (const state of readStates(vault.projections.db)) {
    const path = isPresent(state) ? findPath(vault, state) : undefined
    if (path === undefined) continue
    counts.files += 1
    if (!saysWhat(vault, path, state)) findings.push(toDifference(path))
  }
  return findings
}

function findPath({ projections: { db }, paths }: Vault, { project, id }: RecordState): string | undefined {
  const known = findFileOf(db, project, id)
  if (known === undefined || known.problem !== undefined || isPending(db, 'file', project, id)) return undefined
  return findSignature(join(paths.root, known.path)) === undefined ? undefined : known.path
}

function saysWhat({ readers, paths }: Vault, path: string, state: RecordState): boolean {
  const location = parseRecordPath(path)
  if (readers === undefined || location === undefined) return false
  try {
    return isVersion(state, readers.readRecordFile(readFileSync(join(paths.root, path)), location))
  } catch (error) {
    if (error instanceof MemoError) return false
    throw error
  }
}

function toDifference(subject: string): Finding {
  return {
    code: 'file-differs',
    severity: 'error',
    subject,
    message: 'The file says something else than the log, and its size and time do not tell that it was edited.',
    remedy: 'Save the file again to have the edit adopted, or remove it and run "memo doctor --fix".',
  }
}
