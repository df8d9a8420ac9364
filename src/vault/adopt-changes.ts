/** Hand edits taken into the log, with the one thing that is asked about first: many files gone at once. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plural } from '../lib/plural.ts'
import { type Adopted, adoptChange, type LeftAlone } from '../projections/files/adopt.ts'
import { beginMeeting, settleAsWritten } from '../projections/files/as-written.ts'
import { allKnownFiles, type FileChange } from '../projections/files/scan.ts'
import { findSignature } from '../projections/files/signature.ts'
import { markDue } from '../projections/index/due-rows.ts'
import { countFiles } from '../projections/index/file-rows.ts'
import { settle } from '../projections/index/outbox.ts'
import { deleteSetting, readSetting, saveSetting } from '../projections/index/setting-rows.ts'
import type { Actor } from '../record/vocabulary.ts'
import { type Append, appendTogether, needReaders } from './append.ts'
import { pastOf } from './history/record-history.ts'
import { secretRefusal } from './refuse-secret-file.ts'
import { addNotice, type Vault } from './vault.ts'

/** Fewer deletions than this are taken as meant. More at once look like an unmounted disk or a bad checkout. */
const trustedDeletions = 20
const trustedShare = 0.2

export const massDeletionSetting = 'mass-deletion'

export interface AdoptOptions {
  /** Archive the records of files that were deleted by hand, however many they are. */
  acceptDeletions?: boolean | undefined
  /** Take over also what holds something that looks like a secret. */
  allowSecret?: boolean | undefined
  /** Who is said to have made the edits: a command that a person made them through, and that can be taken back. */
  actor?: Actor | undefined
}

/** Each file was looked at before it was taken over. */
const judged = { allowSecret: true }

/** Changes adopted per transaction and sync. */
const adoptBatch = 500

/**
 * Adopts what the scan found, in one transaction with the notes of what was seen: a crash in between finds the same
 * changes again. Deletions are taken last, so that a file that moved is met at its new place first.
 */
export function adoptChanges(
  vault: Vault,
  changes: readonly FileChange[],
  { acceptDeletions = false, allowSecret = false, actor = 'adopt' }: AdoptOptions = {},
): void {
  const { db } = vault.projections
  const { readRecordFile } = needReaders(vault)
  const refuse = allowSecret ? () => undefined : secretRefusal(vault)
  const seeing = { db, root: vault.paths.root, read: readRecordFile, refuse }
  const input = { ...seeing, now: vault.ports.now(), ...pastOf(vault) }
  const gone = changes.filter(({ what }) => what === 'gone')
  const present = changes.filter(({ what }) => what !== 'gone')
  const trusted = acceptDeletions || gone.length === 0 || isTrusted(vault)
  if (acceptDeletions) deleteSetting(db, massDeletionSetting)
  if (!trusted) reportMassDeletion(vault)
  const due = [...present, ...(trusted ? gone : [])]
  const rest = takeAsWritten(vault, due)
  const left: LeftAlone[] = []
  for (const [batch, done] of batchesOf(rest)) {
    appendTogether(
      vault,
      (append) => {
        for (const change of batch) {
          markDue(db, change.path)
          const adoption = adoptChange(input, change)
          if (adoption === undefined) continue
          if ('problem' in adoption) left.push(adoption)
          else settleAdopted(vault, adoption, (drafts) => append(drafts.map((draft) => ({ ...draft, actor }))))
        }
      },
      judged,
    )
    vault.onAdopted?.(due.length - rest.length + done, due.length)
  }
  tellLeft(vault, left)
}

/** First, and in one go, the many that say nothing new; gives the others. */
function takeAsWritten(vault: Vault, due: readonly FileChange[]): FileChange[] {
  const { db } = vault.projections
  const meeting = beginMeeting(db, vault.paths.root)
  const rest: FileChange[] = []
  for (const [batch, done] of batchesOf(due)) {
    rest.push(...db.transaction(() => settleAsWritten(meeting, batch)))
    if (done > rest.length) vault.onAdopted?.(done - rest.length, due.length)
  }
  return rest
}

/** With each the number of changes up to its end. */
function* batchesOf(changes: readonly FileChange[]): Generator<[FileChange[], number]> {
  for (let start = 0; start < changes.length; start += adoptBatch) {
    yield [changes.slice(start, start + adoptBatch), Math.min(start + adoptBatch, changes.length)]
  }
}

function settleAdopted(vault: Vault, { drafts, rewrite, project, id }: Adopted, append: Append): void {
  append(drafts)
  if (!rewrite) settle(vault.projections.db, { target: 'file', project, id })
}

/** Files told one by one; after a bad merge there may be hundreds, and the doctor lists all. */
const mostTold = 3

/** Once for each state of a file: it is noted as seen. */
function tellLeft(vault: Vault, left: readonly LeftAlone[]): void {
  for (const { path, problem } of left.slice(0, mostTold)) {
    addNotice(vault, `${notFollowed(path)} and is left as it is: ${problem}`)
  }
  const more = left.length - mostTold
  if (more > 0) addNotice(vault, `${plural(more, 'more file')} cannot be followed; "memo doctor" lists them`)
}

/** Takes back what was told of the file, for a caller whose answer says it. */
export function dropLeft({ notices }: Vault, path: string): void {
  const at = notices.findIndex((notice) => notice.startsWith(notFollowed(path)))
  if (at !== -1) notices.splice(at, 1)
}

function notFollowed(path: string): string {
  return `${path} cannot be followed`
}

/**
 * Counted over all known files, because a scan that ran out of time has met only a part of them. Once asked about, they
 * stay in question until they are back, written anew or given up: a write in between must not make them look few.
 */
function isTrusted(vault: Vault): boolean {
  const { db } = vault.projections
  if (readSetting(db, massDeletionSetting) !== undefined || !existsSync(vault.paths.projects)) return false
  return !isMassDeletion(findVanished(vault).length, countFiles(db))
}

/** Whether so many files at once, of so many, may have gone by accident. */
export function isMassDeletion(gone: number, known: number): boolean {
  return gone > trustedDeletions && gone > known * trustedShare
}

/** Known files that are not there. */
export function findVanished({ projections, paths }: Vault): string[] {
  const known = [...allKnownFiles(projections.db)].map(({ path }) => path)
  return known.filter((path) => findSignature(join(paths.root, path)) === undefined)
}

/** Ends the question once every file is there again. */
export function settleMassDeletion({ projections: { db } }: Vault): void {
  if (readSetting(db, massDeletionSetting) !== undefined) deleteSetting(db, massDeletionSetting)
}

function reportMassDeletion(vault: Vault): void {
  const count = findVanished(vault).length
  const known = countFiles(vault.projections.db)
  saveSetting(vault.projections.db, massDeletionSetting, String(count))
  addNotice(
    vault,
    `${count} of ${known} record files have disappeared; nothing was archived. Put them back, run "memo doctor --fix" ` +
      'to write them anew, or "memo rebuild --accept-deletions" to archive their records',
  )
}
