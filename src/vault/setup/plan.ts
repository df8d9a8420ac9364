/** What a set-up would change, worked out for all files of the agent before any is written. */
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { diffLines } from '../../lib/line-diff.ts'
import { behindLink, toRealPath } from '../../lib/real-path.ts'
import { decodeUtf8 } from '../../lib/utf8.ts'
import type { AgentFile } from './agents.ts'
import { type SettingsContent, toUnedited } from './settings-file.ts'

export interface PlannedFile {
  /** As the agent names it. */
  path: string
  /** What the path leads to when it is a symbolic link: the link stays. */
  target: string
  change: 'create' | 'change' | 'delete' | 'none'
  /** Undefined when there is no file. */
  before: string | undefined
  after: string
  /** The hunks of a unified diff. */
  diff: string
  /** Copies what was there; `discard`: what is written is that copy, which is no longer needed. */
  backup: 'make' | 'discard' | 'none'
}

/** Where the last bytes of a file are kept before it is changed. */
export function toBackupPath(path: string): string {
  return `${path}.before-memo`
}

/** Throws REFUSED for a file that cannot be read as what it should be. */
export function planAdd(file: AgentFile): PlannedFile {
  const { target, text } = readSettings(file.path)
  const after = file.format.add(text ?? '', toContent(file))
  const change = text === undefined ? 'create' : after === text ? 'none' : 'change'
  return toPlanned({ path: file.path, target, before: text, after, change })
}

/**
 * Takes out what is memo's. Where nothing else was changed since, the file becomes what it was before, byte for byte; one
 * that memo made, and that says nothing else, goes.
 */
export function planRemove(file: AgentFile): PlannedFile {
  const { target, text } = readSettings(file.path)
  const place = { path: file.path, target, before: text }
  const content = toContent(file)
  const former = readSettings(toBackupPath(file.path)).text
  const without = text === undefined ? undefined : file.format.remove(text, content, withoutOurs(former, file))
  if (text === undefined || without === undefined || without === text) {
    return toPlanned({ ...place, after: text ?? '', change: 'none' })
  }
  if (former === undefined && file.format.isBlank(without, content)) {
    return { ...toPlanned({ ...place, after: '', change: 'delete' }), backup: 'none' }
  }
  if (former !== undefined && isUntouchedSince(former, text, file)) {
    return { ...toPlanned({ ...place, after: former, change: 'change' }), backup: 'discard' }
  }
  return toPlanned({ ...place, after: without, change: 'change' })
}

/** What stands of memo in the file, as a file of its own. */
export function toEntryText(file: AgentFile): string {
  return file.format.add('', toContent(file))
}

/** The file behind the path, and its text when there is one. Throws REFUSED for bytes that are no text, else what the system says. */
export function readSettings(path: string): { target: string; text: string | undefined } {
  const target = followLink(path)
  const stat = statSync(target, { throwIfNoEntry: false })
  if (stat === undefined) return { target, text: undefined }
  if (!stat.isFile()) throw toUnedited(path, 'is no file')
  const text = decodeUtf8(readFileSync(target), { keepMark: true })
  if (text === undefined) throw toUnedited(path, 'is not UTF-8')
  return { target, text }
}

function followLink(path: string): string {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? toRealPath(behindLink(path)) : path
}

/** The copy without what is memo's; undefined for one that cannot be read, since there is nothing to learn from it. */
function withoutOurs(former: string | undefined, file: AgentFile): string | undefined {
  if (former === undefined) return undefined
  try {
    return file.format.remove(former, toContent(file))
  } catch {
    // Somebody else made it, or wrote into it.
    return undefined
  }
}

function isUntouchedSince(former: string, text: string, file: AgentFile): boolean {
  return withoutOurs(former, file) === former && file.format.add(former, toContent(file)) === text
}

function toPlanned(file: Omit<PlannedFile, 'diff' | 'backup'>): PlannedFile {
  const [before, after] = [file.before ?? '', file.after].map((text) => text.replace(/\r?\n$/, ''))
  return { ...file, diff: diffLines(before ?? '', after ?? ''), backup: file.change === 'change' ? 'make' : 'none' }
}

function toContent({ path, entries, alongside }: AgentFile): SettingsContent {
  return { name: path, entries, ...(alongside && { alongside }) }
}
