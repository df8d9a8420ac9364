/**
 * Nobody searches an index before it has come to the log's end. What is searched of a record is therefore written there, once,
 * however often it was edited in the log. How far that has come is kept in the index, for whoever goes on when it was ended.
 */
import type { IndexDatabase } from './database.ts'
import { contentsBehind, type StoredRecord, textOf } from './record-rows.ts'
import { writeSearchRows } from './search-rows.ts'
import { deleteSetting, readSetting, saveSetting } from './setting-rows.ts'

/** Records of one step, which takes a fifth of a second. Of fewer, tables that are kept by a text take longer. */
const stepRecords = 1000

/** Characters of their texts, so that long ones need no more memory, and hardly more time. */
const stepCharacters = 2 ** 21

const mark = 'searched up to'

export function putSearchOff(db: IndexDatabase): void {
  saveSetting(db, mark, '0')
}

/** The greatest key of a record whose rows are written; no end where nothing was put off. */
export function searchedTo(db: IndexDatabase): number {
  return Number(readSetting(db, mark) ?? Infinity)
}

/** Writes those of some more records. Gives whether there are others. */
export function writeSearchBehind(db: IndexDatabase): boolean {
  const records = nextRecords(db)
  writeSearchRows(db, records)
  const last = records.at(-1)
  if (last === undefined) deleteSetting(db, mark)
  else saveSetting(db, mark, String(last.key))
  return last !== undefined
}

function nextRecords(db: IndexDatabase): StoredRecord[] {
  const records: StoredRecord[] = []
  let characters = 0
  for (const each of contentsBehind(db, searchedTo(db))) {
    records.push(each)
    characters += textOf(each.state.fields.body)?.length ?? 0
    if (records.length === stepRecords || characters >= stepCharacters) break
  }
  return records
}
