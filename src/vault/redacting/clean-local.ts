/**
 * Copies of a redacted text among the files of this machine: what was set aside, the error log, and what is remembered of
 * imports. Before the log loses the text, because only the log says what to look for.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tryDecode } from '../../events/lines.ts'
import { findUnredacted, type Redaction, redactBytes } from '../../events/redaction.ts'
import { replaceFile } from '../../lib/durable-file.ts'
import { plural } from '../../lib/plural.ts'
import { removeFile } from '../../lib/remove-file.ts'
import { isSaidByRecord } from '../../projections/index/find-records.ts'
import { findRecord } from '../../projections/index/record-rows.ts'
import { findCopies } from '../doctor/check-copies.ts'
import { addNotice, type Vault } from '../vault.ts'

/** Lines of the log that were set aside lose their data like those in it; every other file with a part of the text goes. */
export function cleanLocal(vault: Vault, redactions: readonly Redaction[]): void {
  const lines = [...findUnredacted(vault.log.segments, redactions)].flatMap((segment) => segment.lines)
  const parts = toParts([
    ...lines.flatMap(toTexts),
    ...redactions.flatMap((redaction) => indexedTexts(vault, redaction)),
  ])
  const isToGo = holdsOneOf(vault, parts)
  redactBeside(vault, redactions)
  cleanQuarantine(vault, isToGo)
  const { errors, imports } = vault.paths
  for (const path of [errors, `${errors}.1`, ...listFiles(imports)]) cleanLines(path, isToGo)
}

/** Log lines that stand beside the log: in what was set aside, and in copies that a tool left in its folders. */
export function redactBeside({ paths }: Pick<Vault, 'paths'>, redactions: readonly Redaction[]): void {
  const copies = findCopies(paths).map(({ path }) => join(paths.root, path))
  for (const path of [...listFiles(paths.quarantine), ...copies]) {
    const redacted = redactBytes(readFileSync(path), redactions)
    if (redacted !== undefined) replaceFile(path, redacted.bytes, { durable: true })
  }
}

type Holds = (text: Buffer | string) => boolean

/** A heading or a tag that another record has too is nothing to lose that record's copy for. */
function holdsOneOf({ projections: { db } }: Vault, parts: readonly string[]): Holds {
  const known = new Map<string, boolean>()
  const isShared = (part: string): boolean => {
    const isSaid = known.get(part) ?? isSaidByRecord(db, part)
    known.set(part, isSaid)
    return isSaid
  }
  return (text) => parts.some((part) => text.includes(part) && !isShared(part))
}

/** Shorter parts stand in other texts, too. */
const shortestPart = 12

/** Lines of the texts, as they stand in Markdown and as they stand in JSON. */
function toParts(texts: readonly string[]): string[] {
  const parts = texts.flatMap((text) => text.split('\n')).map((part) => part.trim())
  const long = parts.filter((part) => part.length >= shortestPart)
  return [...new Set(long.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)]))]
}

function toTexts(line: Buffer): string[] {
  const decoded = tryDecode({ bytes: line, terminated: true })
  return typeof decoded === 'string' ? [] : textsOf(withoutNames(decoded.data as object))
}

/** Of lines that came here without their data, the index may know what they said; of a record that stays, nothing is wrong. */
function indexedTexts({ projections: { db } }: Vault, { project, record, all }: Redaction): string[] {
  const state = all ? findRecord(db, project, record)?.state : undefined
  return state === undefined ? [] : textsOf(withoutNames(state.fields))
}

/** Fields whose values stand in files about other records, too. */
const names =
  /^(project|id|kind|status|links|supersedes|supersededBy|moved(From|To)|created|updated|eventAt|pathPatterns)$/

function withoutNames(data: { set?: object }): object {
  const { set, ...rest } = data
  return Object.fromEntries(Object.entries({ ...rest, ...set }).filter(([name]) => !names.test(name)))
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

function cleanQuarantine(vault: Vault, isToGo: Holds): void {
  const removed = listFiles(vault.paths.quarantine).filter((path) => {
    const isGoing = isIndexCopy(path) || isToGo(readFileSync(path))
    if (isGoing) removeFile(path)
    return isGoing
  })
  if (removed.length === 0) return
  const are = removed.length === 1 ? 'is' : 'are'
  addNotice(vault, `${plural(removed.length, 'file')} of .sync/quarantine ${are} removed, for the text in them`)
}

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
  return files.map(({ name }) => join(folder, name))
}

/** An index that was set aside holds words in pages that say nothing else; what it has, the log has. */
function isIndexCopy(path: string): boolean {
  return /\.sqlite\b/.test(basename(path))
}

function cleanLines(path: string, isToGo: Holds): void {
  if (!existsSync(path)) return
  const lines = readFileSync(path, 'utf8').split('\n')
  const kept = lines.filter((line) => !isToGo(line))
  if (kept.length < lines.length) replaceFile(path, Buffer.from(kept.join('\n')), { durable: true })
}
