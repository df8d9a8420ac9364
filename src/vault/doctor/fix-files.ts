/** Mending the folder: missing parts, open permissions, leftovers, and the files that the records should have. */

import { chmodSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findErrno } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { findCounterEdits } from '../../projections/files/counter-edits.ts'
import { deletedByHand } from '../../projections/files/write-record-file.ts'
import { deleteFileState, findFileState } from '../../projections/index/file-rows.ts'
import { listFileless } from '../../projections/index/inspect-records.ts'
import { enqueue, isPending, isRedaction, listDueWork, type OutboxEntry } from '../../projections/index/outbox.ts'
import { findProjectState, listProjects } from '../../projections/index/project-rows.ts'
import { readSetting } from '../../projections/index/setting-rows.ts'
import { viewsOf } from '../../projections/views/render-views.ts'
import { findMissingViews } from '../../projections/views/write-views.ts'
import { projectFolder } from '../../record/locations.ts'
import { kindNames } from '../../record/vocabulary.ts'
import { findVanished, massDeletionSetting, settleMassDeletion } from '../adopt-changes.ts'
import { projectFile } from '../compiled-path.ts'
import { findMissingParts, makeMissingParts } from '../layout-parts.ts'
import type { Vault } from '../vault.ts'
import { findOpenPaths } from './check-layout.ts'
import { findLeftovers } from './check-machine.ts'

import type { Fixed } from './fixed.ts'

export function fixLayout({ paths }: Vault): Fixed[] {
  const missing = findMissingParts(paths)
  makeMissingParts(paths)
  return missing.map((subject) => ({ code: 'layout-incomplete', subject, message: 'It was made or completed.' }))
}

export function fixPermissions({ paths }: Vault): Fixed[] {
  const closed = findOpenPaths(paths.root).filter(({ path, mode }) => tryClose(path, mode))
  if (closed.length === 0) return []
  const message = `${plural(closed.length, 'path')} ${closed.length === 1 ? 'was' : 'were'} closed to other users.`
  return [{ code: 'permissions-open', subject: paths.root, message }]
}

function tryClose(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode)
    return true
  } catch (error) {
    // Somebody else's file stays open, and the next examination says so.
    if (['EPERM', 'EROFS', 'ENOENT'].includes(findErrno(error) ?? '')) return false
    throw error
  }
}

export function fixLeftovers({ paths }: Vault): Fixed[] {
  return findLeftovers(paths).map((path) => {
    removeFile(path)
    return { code: 'temporary-left', subject: relative(paths.root, path), message: 'It was removed.' }
  })
}

/** A file that is to be written, and the finding that this mends. */
interface Due {
  code: string
  entry: Omit<OutboxEntry, 'problem'>
}

/** Asks for every file that is missing or says something that was not adopted. The caller's write then writes them. */
export function requeueFiles(vault: Vault): Due[] {
  const { db } = vault.projections
  const due = [
    ...listDueWork(db).map((entry) => ({ code: isRedaction(entry) ? 'redaction-pending' : 'file-pending', entry })),
    ...requeueVanished(vault),
    ...requeueBeside(vault),
    ...listFileless(db, deletedByHand).map((key) => ({
      code: 'file-missing',
      entry: { target: 'file' as const, ...key },
    })),
    ...findCounterEdits(db).map(({ project, id }) => ({
      code: 'file-counters',
      entry: { target: 'file' as const, project, id },
    })),
  ]
  for (const { target, project, id } of due.map(({ entry }) => entry)) enqueue(db, target, project, id)
  return due
}

function requeueVanished(vault: Vault): Due[] {
  const { db } = vault.projections
  if (readSetting(db, massDeletionSetting) === undefined) return []
  const files = findVanished(vault).flatMap((path) => findFileState(db, path) ?? [])
  for (const { path } of files) deleteFileState(db, path)
  settleMassDeletion(vault)
  return files.map(({ project, id }) => ({ code: 'files-vanished', entry: { target: 'file', project, id } }))
}

/** What lies beside the records of a project: its views and its own file. */
function requeueBeside({ projections: { db }, paths }: Vault): Due[] {
  const entries = listProjects(db).flatMap(({ id: project }) => {
    const kinds = findMissingViews(db, paths.root, project).flatMap(
      (name) => kindNames.find((kind) => viewsOf(kind).includes(name)) ?? [],
    )
    const isRegistered = findProjectState(db, project) !== undefined
    const hasFile = existsSync(join(paths.root, projectFolder(project), projectFile))
    return [
      ...kinds.map((id) => ({ target: 'views' as const, project, id })),
      ...(isRegistered && !hasFile ? [{ target: 'project' as const, project, id: '' }] : []),
    ]
  })
  return entries.map((entry) => ({ code: 'file-missing', entry }))
}

/** Those that are written now. */
export function toFixedFiles({ projections: { db } }: Vault, due: readonly Due[]): Fixed[] {
  const written = due.filter(({ entry }) => !isPending(db, entry.target, entry.project, entry.id))
  return written.map(({ code, entry: { target, project, id } }) => ({
    code,
    subject: target === 'file' || isRedaction({ target }) ? `${project}/${id}` : `projects/${project} (${target})`,
    message: isRedaction({ target }) ? 'Its text was taken out.' : 'It was written from the log.',
  }))
}
