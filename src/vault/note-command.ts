/**
 * Which events the last command of this clone wrote. The log does not say where one command ends and the next begins, so
 * the index notes it, in the transaction that folds the events. The note is of this machine alone, and lost with the index.
 */
import { isKept, isReversible } from '../events/change.ts'
import { readSetting, saveSetting } from '../projections/index/setting-rows.ts'
import { parseStored } from '../projections/index/stored-json.ts'
import type { Vault } from './vault.ts'

/** What one command has appended so far, as runs of numbers in this clone's log. A batch appends several times. */
export interface CommandUnit {
  runs: [first: number, last: number][]
}

export function newUnit(): CommandUnit {
  return { runs: [] }
}

const setting = 'last-command'

interface Note extends CommandUnit {
  writer: string
}

interface Appended {
  event: { type: string; actor: string; writer: string; seq: number }
}

/** Notes the events of a command, if they changed records. Belongs into the transaction that folds them. */
export function noteCommand(
  { projections }: Vault,
  appended: readonly Appended[],
  unit: CommandUnit = newUnit(),
): void {
  const [first, last] = [appended.at(0)?.event, appended.at(-1)?.event]
  if (first === undefined || last === undefined) return
  unit.runs.push([first.seq, last.seq])
  if (!appended.some(({ event }) => isOfCommand(event))) return
  const note: Note = { writer: first.writer, runs: unit.runs }
  saveSetting(projections.db, setting, JSON.stringify(note))
}

/** Takes the note along to an index that replaces this one; gives what puts it there. */
export function keepCommandNote(vault: Vault): () => void {
  const note = readSetting(vault.projections.db, setting)
  return () => {
    if (note !== undefined) saveSetting(vault.projections.db, setting, note)
  }
}

/** Hand edits, and what a merge brought, are not what a command did. */
export function isOfCommand({ type, actor }: Pick<Appended['event'], 'type' | 'actor'>): boolean {
  return actor !== 'adopt' && actor !== 'sync' && (isReversible(type) || isKept(type))
}

/** The runs of the last command that this writer noted. */
export function readCommandNote({ projections }: Vault, writer: string): CommandUnit['runs'] {
  const text = readSetting(projections.db, setting)
  const note = text === undefined ? undefined : (parseStored(text, isNote) as Note)
  return note?.writer === writer ? note.runs : []
}

function isNote({ runs }: Partial<Note>): boolean {
  return Array.isArray(runs)
}
