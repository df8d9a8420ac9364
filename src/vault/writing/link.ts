/** Links that a record declares to others, one put in or taken out. Links in its text are its text. */
import { decideUpsert } from '../../events/decide.ts'
import { isPresent, type RecordState } from '../../events/fold.ts'
import { MemoError } from '../../lib/errors.ts'
import { toShellWord } from '../../lib/shell-word.ts'
import { listLinkTypes } from '../../projections/index/link-rows.ts'
import { findRecord, kindOf, textOf } from '../../projections/index/record-rows.ts'
import { isId } from '../../record/ids.ts'
import { derivedLinkTypes, linkTypes } from '../../record/link-types.ts'
import { fromRecordKey, isSameRecord, type RecordKey, toRecordKey } from '../../record/record-key.ts'
import type { Link } from '../../record/schema.ts'
import { toIso } from '../../record/times.ts'
import type { Kind } from '../../record/vocabulary.ts'
import { appendAndFold } from '../append.ts'
import { findForgotten } from '../reading/find-forgotten.ts'
import { findOne, toForgotten } from '../reading/find-named.ts'
import { write } from '../refresh.ts'
import type { Vault } from '../vault.ts'

interface LinkPlace {
  project: string | undefined
  cwd: string
}

export interface LinkInput extends LinkPlace {
  /** The record that gets the link, and the one that it leads to; both as `get` takes them. */
  from: string
  to: string
  type: string
  /** Also to a record that is not there, and of a type that no record has yet. */
  force: boolean
}

export interface UnlinkInput extends LinkPlace {
  from: string
  to: string
  /** Undefined takes out every link to it. */
  type: string | undefined
}

export interface LinkResult {
  id: string
  projectId: string
  kind: Kind
  title: string
  /** The links that were put in or taken out. */
  added: Link[]
  removed: Link[]
  /** All that the record declares now. */
  links: Link[]
  changed: boolean
  /** Id of the event that says so; null when nothing changed. */
  event: string | null
}

/**
 * Puts the link in, unless it is there. Throws NOT_FOUND or AMBIGUOUS for a name that is not one record, USAGE for a type that is
 * not known, or that no person declares.
 */
export async function linkRecords(vault: Vault, input: LinkInput): Promise<LinkResult> {
  const { project: named, cwd, type } = input
  return write(vault, { label: 'link', place: { named, cwd } }, () => {
    assertType(vault, input)
    const record = findOne(vault, input.from, input)
    const target = findTarget(vault, input, record.project)
    if (isSameRecord(record, target)) throw new MemoError('USAGE', `${record.id} cannot have a link to itself`)
    const links = linksOf(record)
    const isThere = links.some((link) => link.type === type && leadsTo(link, record, target))
    const added = isThere ? [] : [{ type, target: fromRecordKey(target, record.project) }]
    return save(vault, record, { added, removed: [], links: [...links, ...added] })
  })
}

/** Takes out what there is, also that it supersedes a record that is not there any more. Throws NOT_FOUND or AMBIGUOUS for a first name that is not one record. */
export async function unlinkRecords(vault: Vault, input: UnlinkInput): Promise<LinkResult> {
  const { project: named, cwd, type } = input
  return write(vault, { label: 'unlink', place: { named, cwd } }, () => {
    const record = findOne(vault, input.from, input)
    const targets = [toRecordKey(input.to, record.project), ...tryFind(vault, input)]
    const isMeant = (link: Link): boolean =>
      (type === undefined || link.type === type) && targets.some((target) => leadsTo(link, record, target))
    const links = linksOf(record)
    const successions = danglingSuccessions(vault, record).filter(isMeant)
    return save(vault, record, {
      added: [],
      removed: [...links.filter(isMeant), ...successions],
      links: links.filter((link) => !isMeant(link)),
      unset: successions.map((link) => link.type),
    })
  })
}

function assertType(vault: Vault, { type, force }: LinkInput): void {
  const way = Object.hasOwn(derivedLinkTypes, type) ? derivedLinkTypes[type] : undefined
  if (way !== undefined) throw new MemoError('USAGE', `no link ${type} can be declared`, { hint: way })
  if (type === '') throw new MemoError('USAGE', 'the type of the link is empty')
  if (force) return
  const known = [...new Set([...linkTypes, ...listLinkTypes(vault.projections.db)])]
  if (known.includes(type)) return
  const types = known.filter((name) => !Object.hasOwn(derivedLinkTypes, name))
  throw new MemoError('USAGE', `there is no type of link ${type}: ${types.join(', ')}`, {
    hint: 'say --force for a type of your own',
  })
}

/** @param home the project of the record that gets the link */
function findTarget(vault: Vault, input: LinkInput, home: string): RecordKey {
  const [found] = tryFind(vault, input)
  if (found !== undefined) return found
  const key = toRecordKey(input.to, home)
  const isName = isId(key.project) && isId(key.id)
  if (input.force && isName) return key
  const gone = findForgotten(vault, input.to, home)
  if (gone !== undefined) throw toForgotten(gone)
  throw new MemoError('NOT_FOUND', `there is no record ${input.to} to link to`, {
    hint: isName ? 'say --force for one that is still to be written' : `try "memo search ${toShellWord(input.to)}"`,
  })
}

/** None where there is no such record. Throws AMBIGUOUS. */
function tryFind(vault: Vault, { to, project, cwd }: Pick<LinkInput, 'to'> & LinkPlace): RecordState[] {
  try {
    return [findOne(vault, to, { project, cwd })]
  } catch (error) {
    if (error instanceof MemoError && error.code === 'NOT_FOUND') return []
    throw error
  }
}

function linksOf({ fields }: RecordState): Link[] {
  return (fields.links ?? []) as Link[]
}

/**
 * What the record says it took the place of, or what took its own, where that is not there (any more). A succession of two
 * records that are there is no link to be taken out: both say it, and an edit or an undo changes it.
 */
function danglingSuccessions({ projections: { db } }: Vault, record: RecordState): Link[] {
  return (['supersedes', 'supersededBy'] as const).flatMap((type) => {
    const target = textOf(record.fields[type])
    if (target === undefined) return []
    const key = toRecordKey(target, record.project)
    return isPresent(findRecord(db, key.project, key.id)?.state) ? [] : [{ type, target }]
  })
}

function leadsTo(link: Link, holder: RecordKey, target: RecordKey): boolean {
  return isSameRecord(toRecordKey(link.target, holder.project), target)
}

function save(
  vault: Vault,
  record: RecordState,
  { added, removed, links, unset = [] }: Pick<LinkResult, 'added' | 'removed' | 'links'> & { unset?: string[] },
): LinkResult {
  const { project, id, fields } = record
  const isSame = added.length + removed.length === 0
  const change = links.length > 0 ? { set: { links }, unset } : { set: {}, unset: [...unset, 'links'] }
  const command = { project, id, ...change, now: toIso(vault.ports.now()), actor: vault.actor }
  const state = { current: record, repeated: undefined, superseded: undefined }
  const [event] = isSame ? [] : appendAndFold(vault, decideUpsert(command, state).events)
  const named = { id, projectId: project, kind: kindOf(record), title: textOf(fields.title) ?? '' }
  return { ...named, added, removed, links, changed: !isSame, event: event?.id ?? null }
}
