/** What a name that somebody wrote means: an id, the beginning of one, a title or a path of a file. */
import { relative, resolve } from 'node:path'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { toRealPath } from '../../lib/real-path.ts'
import { toShellWord } from '../../lib/shell-word.ts'
import type { IndexDatabase } from '../../projections/index/database.ts'
import { findFileState } from '../../projections/index/file-rows.ts'
import { findById, findByPrefix, findByTitle } from '../../projections/index/find-records.ts'
import { findMoved } from '../../projections/index/moved-rows.ts'
import { findRecord, kindOf, textOf } from '../../projections/index/record-rows.ts'
import { isId } from '../../record/ids.ts'
import { toRecordKey } from '../../record/record-key.ts'
import { type Kind, kinds } from '../../record/vocabulary.ts'
import { resolveProject } from '../project.ts'
import { addNotice, type Vault, type View } from '../vault.ts'
import { type Forgotten, findForgotten, tellForgotten } from './find-forgotten.ts'

/** The one record that a name means. Throws NOT_FOUND or AMBIGUOUS, listing what it may have meant. */
export function findOne(vault: Vault, name: string, place: { project: string | undefined; cwd: string }): RecordState {
  return findOneIn(vault, vault, name, place)
}

/** The same in a view; the project is what the name stands for now. */
export function findOneIn(
  vault: Vault,
  view: View,
  name: string,
  place: { project: string | undefined; cwd: string },
): RecordState {
  const project = resolveProject(vault, { named: place.project, cwd: place.cwd }).id
  const states = findNamed(view, name, {
    kind: undefined,
    project,
    isNamed: place.project !== undefined,
    cwd: place.cwd,
  })
  const [state] = states
  if (state === undefined) {
    const gone = findForgotten(vault, name, project)
    if (gone !== undefined) throw toForgotten(gone)
    throw new MemoError('NOT_FOUND', `there is no record ${name} in project ${project}`, {
      hint: `try "memo search ${toShellWord(name)}"`,
    })
  }
  if (states.length > 1) {
    const ids = states.map((other) => `${other.project}/${other.id}`).join(', ')
    throw new MemoError('AMBIGUOUS', `${name} may mean ${ids}`, { hint: 'write the whole id' })
  }
  return state
}

/** Tells who asks for it how it comes back. */
export function toForgotten(gone: Forgotten): MemoError {
  const { restore } = gone
  const more = restore === undefined ? {} : { hint: `run "${restore}" to bring it back` }
  return new MemoError('NOT_FOUND', tellForgotten(gone), more)
}

interface NameScope {
  kind: Kind | undefined
  project: string
  /** The project was named by the caller: then other projects are not looked at. */
  isNamed: boolean
  cwd: string
}

/** The records that a name can mean: the first way of reading it that fits any record decides. */
export function findNamed(view: View, name: string, scope: NameScope): RecordState[] {
  const { db } = view.projections
  const ofKind = (states: RecordState[]): RecordState[] =>
    scope.kind === undefined ? states : states.filter(({ fields }) => fields.kind === scope.kind)
  const ways = [
    () => findByPath(view, name, scope.cwd),
    () => findQualified(db, name),
    () => findById(db, name, scope.project),
    () => findMovedAway(view, name, scope.project),
    () => (isPrefix(name) ? findByPrefix(db, name, scope.project) : []),
    () => findByTitle(db, name, scope.project),
    () => otherForms(name).flatMap((form) => findByTitle(db, form, scope.project)),
    () => (scope.isNamed || !isId(name) ? [] : findElsewhere(db, name)),
  ]
  for (const way of ways) {
    const states = ofKind(way())
    const isShortened =
      states.length === 1 && states[0]?.id !== name && isPrefix(name) && states[0]?.id.startsWith(name)
    if (isShortened) addNotice(view, `${name} is short for ${states[0]?.id}`)
    if (states.length > 0) return states.map((state) => tellMovedOn(view, state))
  }
  return []
}

/** A clone that had not heard of a move has written there: both are kept. */
function tellMovedOn(view: View, state: RecordState): RecordState {
  const movedTo = textOf(state.fields.movedTo)
  if (movedTo === undefined) return state
  addNotice(view, `${state.project}/${state.id} was moved to ${movedTo}, and was written again under this name since`)
  return state
}

/** Under an id that it had before. */
function findMovedAway(view: View, name: string, project: string): RecordState[] {
  const key = toRecordKey(name, project)
  if (!isId(key.project) || !isId(key.id)) return []
  const moved = findMoved(view.projections.db, key)
  if (moved === undefined) return []
  addNotice(view, `${name} has moved to ${moved.project}/${moved.id}`)
  return [moved]
}

function isPrefix(name: string): boolean {
  return /^[a-z0-9._-]+$/.test(name)
}

/** A title that was copied from a file's name on macOS has its accents apart, and looks the same. */
function otherForms(title: string): string[] {
  return [...new Set([title.normalize('NFC'), title.normalize('NFD')])].filter((form) => form !== title)
}

function findQualified(db: IndexDatabase, name: string): RecordState[] {
  const slash = name.indexOf('/')
  if (slash <= 0) return []
  const [project, id] = [name.slice(0, slash), name.slice(slash + 1)]
  return isId(project) && isId(id) ? findById(db, id, project) : []
}

/** A path of a file in the vault, absolute, relative to the vault or to the working directory. */
function findByPath(view: View, name: string, cwd: string): RecordState[] {
  if (!name.endsWith('.md')) return []
  const { db } = view.projections
  const { root } = view.paths
  const path = resolve(cwd, name)
  // The working directory is a real path, and the vault may be a link.
  const paths = [name, relative(root, path), relative(toRealPath(root), toRealPath(path))]
  for (const each of paths) {
    const file = findFileState(db, each)
    const state =
      file === undefined || file.problem !== undefined ? undefined : findRecord(db, file.project, file.id)?.state
    if (isPresent(state)) return [state]
  }
  return []
}

/** Passing kinds of other projects are nobody else's business (reference 3.7). */
function findElsewhere(db: IndexDatabase, id: string): RecordState[] {
  return findById(db, id).filter((state) => !kinds[kindOf(state)].ephemeral)
}
