/** Whether the Markdown files are what the records are: readable, one for each, and under names of their own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isPresent } from '../../events/fold.ts'
import { readRegularText } from '../../lib/regular-file.ts'
import { findCounterEdits } from '../../projections/files/counter-edits.ts'
import { allKnownFiles } from '../../projections/files/scan.ts'
import { deletedByHand } from '../../projections/files/write-record-file.ts'
import { type FileState, findFileOf, folderOf, listFileProblems } from '../../projections/index/file-rows.ts'
import { listFileless } from '../../projections/index/inspect-records.ts'
import { isRedaction, listDueWork } from '../../projections/index/outbox.ts'
import { listProjects } from '../../projections/index/project-rows.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { readSetting } from '../../projections/index/setting-rows.ts'
import { findMissingViews } from '../../projections/views/write-views.ts'
import { parseRecordPath, projectFolder } from '../../record/locations.ts'
import { findVanished, massDeletionSetting } from '../adopt-changes.ts'
import { isSecretProblem } from '../refuse-secret-file.ts'
import type { Vault } from '../vault.ts'
import type { Examination } from './check.ts'
import { type Finding, fixRemedy } from './finding.ts'
import { listMarkdown } from './markdown-files.ts'

export function checkReadable(vault: Vault): Finding[] {
  return listFileProblems(vault.projections.db).map((file) => toProblem(vault, file))
}

function toProblem(vault: Vault, { path, project, id, problem = '' }: FileState): Finding {
  const isServed = isPresent(findRecord(vault.projections.db, project, id)?.state)
  const instead = isServed ? ', and its last good version is served' : ''
  const common = { severity: 'error' as const, subject: path }
  if (problem.startsWith('its id ')) {
    return {
      ...common,
      code: 'file-duplicate-id',
      message: `The file is not followed: ${problem}.`,
      remedy: `Give ${path} an id of its own, or remove it.`,
    }
  }
  if (isSecretProblem({ problem })) {
    return {
      ...common,
      code: 'file-secret',
      message: `It is not followed${instead}: ${problem}.`,
      remedy: `Take it out of ${path}, or adopt it all the same with "memo rebuild --allow-secret".`,
    }
  }
  if (hasMarkers(join(vault.paths.root, path))) {
    return {
      ...common,
      code: 'file-conflict',
      message: `The file holds git conflict markers, so ${isServed ? 'its last good version is served' : 'it is not followed'}.`,
      remedy: `Resolve the conflict in ${path}.`,
    }
  }
  return {
    ...common,
    code: 'file-unreadable',
    message: `The file is not followed${instead}: ${problem}.`,
    remedy: `Mend ${path} by hand.`,
  }
}

function hasMarkers(path: string): boolean {
  try {
    const text = readRegularText(path) ?? ''
    return /^<{7} /m.test(text) && /^>{7} /m.test(text)
  } catch {
    // What cannot be read at all is told with its own reason.
    return false
  }
}

/** Names that one file system keeps apart and another takes for the same: letter case, and the two forms of an accent. */
export function checkNames({ projections }: Vault): Finding[] {
  const first = new Map<string, string>()
  const findings: Finding[] = []
  for (const { path } of allKnownFiles(projections.db)) {
    const folded = path.normalize('NFC').toLowerCase()
    const other = first.get(folded)
    if (other === undefined) first.set(folded, path)
    else findings.push(toAlike(path, other))
  }
  return findings
}

function toAlike(path: string, other: string): Finding {
  const isCase = path.normalize('NFC') !== other.normalize('NFC')
  const how = isCase ? 'letter case' : 'the form of an accented letter'
  return {
    code: 'file-names-alike',
    severity: 'warning',
    subject: path,
    message: `Its name differs from that of ${other} only in ${how}, so on some systems one file would replace the other.`,
    remedy: 'Rename one of them.',
  }
}

/** Markdown below `projects/` that nobody reads, because it is in no project's folder of a kind, or nobody could name it. */
export function checkPlaces({ paths }: Vault): Finding[] {
  return listMarkdown(paths.root)
    .filter((path) => !isHidden(path))
    .flatMap((path) => {
      if (parseRecordPath(path) === undefined) return toElsewhere(path)
      // Node gives such a name with other letters in it, under which nothing is.
      return path.includes('\u{fffd}') && !existsSync(join(paths.root, path)) ? toUnnamed(path) : []
    })
}

function toElsewhere(path: string): Finding {
  return {
    code: 'file-elsewhere',
    severity: 'info',
    subject: path,
    message: 'It is not read as a record, because only projects/PROJECT/KIND/NAME.md is.',
    remedy: 'Move it into the folder of a kind, or leave it.',
  }
}

function toUnnamed(path: string): Finding {
  return {
    code: 'file-unnamed',
    severity: 'warning',
    subject: path,
    message: 'It is not read as a record, because its name is not valid UTF-8.',
    remedy: 'Rename it.',
  }
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.'))
}

/** Records without a file: their write is due, was lost, or many files have gone at once. */
export function checkPresence(vault: Vault): Finding[] {
  const { db } = vault.projections
  const lost = listFileless(db, deletedByHand).map(({ project, id }) => ({
    code: 'file-missing',
    severity: 'warning' as const,
    subject: `${project}/${id}`,
    message: 'The record is there and has no file.',
    remedy: fixRemedy,
  }))
  return [...checkMassDeletion(vault), ...checkOutbox(vault), ...lost, ...checkViews(vault)]
}

function checkViews({ projections: { db }, paths }: Vault): Finding[] {
  const missing = listProjects(db).flatMap(({ id }) =>
    findMissingViews(db, paths.root, id).map((name) => `${projectFolder(id)}/${name}`),
  )
  return missing.map((subject) => ({
    code: 'file-missing',
    severity: 'warning',
    subject,
    message: 'The compiled view is not there any more.',
    remedy: fixRemedy,
  }))
}

function checkMassDeletion(vault: Vault): Finding[] {
  if (readSetting(vault.projections.db, massDeletionSetting) === undefined) return []
  const gone = findVanished(vault)
  const folders = [...new Set(gone.map(folderOf))]
  if (gone.length === 0) return []
  return [
    {
      code: 'files-vanished',
      severity: 'error',
      subject: folders.length > 3 ? 'projects' : folders.join(', '),
      message: `${gone.length} record files have disappeared at once; no record was archived for that.`,
      remedy: `Put them back, or run "${fixRemedy}" to write them anew, or "memo rebuild --accept-deletions" if it was meant.`,
    },
  ]
}

function checkOutbox({ projections: { db }, readOnly }: Vault): Finding[] {
  if (readOnly) return []
  const waiting = listDueWork(db).filter(
    ({ target, project, id }) => target !== 'file' || findFileOf(db, project, id)?.problem === undefined,
  )
  return waiting.map(({ target, project, id, problem }) => ({
    code: isRedaction({ target }) ? 'redaction-pending' : 'file-pending',
    severity: 'warning',
    subject: target === 'file' || isRedaction({ target }) ? `${project}/${id}` : `projects/${project} (${target})`,
    message: `${isRedaction({ target }) ? toRedact : toWrite}${problem === undefined ? '' : `: ${problem}`}.`,
    remedy: fixRemedy,
  }))
}

const toWrite = 'What the log says is not written to the file yet'
const toRedact = 'Its text is to be taken out of the log, and is not out of everything yet'

/** Counters that were changed by hand: they are counted from events, so the next write of the record puts them right. */
export function checkCounters({ vault, deep }: Examination): Finding[] {
  if (!deep) return []
  return findCounterEdits(vault.projections.db).map(({ path, names }) => ({
    code: 'file-counters',
    severity: 'warning',
    subject: path,
    message: `${names.join(', ')} in its frontmatter ${names.length === 1 ? 'differs' : 'differ'} from what the events count.`,
    remedy: fixRemedy,
  }))
}
