/** Files that no event speaks of: the settings, what git must know, and whatever else people keep in the vault. */

import { isDeepStrictEqual } from 'node:util'
import type { TreeChange } from '../../audit/tree.ts'
import { withoutConflicts } from '../../config/load.ts'
import { isJsonObject } from '../../lib/json-object.ts'
import { byteForByte } from '../../lib/regular-file.ts'
import type { Vault } from '../vault.ts'
import type { News, Skipped } from './news.ts'
import { isAsIn, isReachable, readOwn, removeOwn, writeOwn } from './own-file.ts'

export interface OtherFiles {
  /** Names of settings that changed here, with their section. */
  settings: string[]
  skipped: Skipped[]
}

/** To be loaded before the vault is locked; nothing is awaited under its lock. */
export async function loadSettingsCheck(): Promise<SettingsCheck> {
  const { findBadSetting } = await import('../../config/schema.ts')
  return (settings) => findBadSetting(settings)?.key
}

/** The name of the first setting that is not good. */
export type SettingsCheck = (settings: unknown) => string | undefined

/** Throws nothing for what cannot be taken: then ours stays, and it is told. */
export function takeOtherFile(vault: Vault, news: News, change: TreeChange, check: SettingsCheck): OtherFiles {
  const { path } = change
  if (path === 'config.json') return takeSettings(vault, news, change, check)
  if (path === '.gitignore' || path === '.gitattributes') return takeLines(vault, news, change)
  return takeWhole(vault, news, change)
}

/** One side's change stands; of two, ours does. */
function takeWhole({ paths: { root } }: Vault, news: News, { path, before, after }: TreeChange): OtherFiles {
  if (!isReachable(root, path)) return skip(path, 'a folder on its way is a link')
  if (!isAsIn(root, path, before)) {
    return isAsIn(root, path, after) ? nothing : skip(path, 'it was changed on both sides; yours is kept')
  }
  if (after === undefined) removeOwn(root, path)
  else writeOwn(root, path, news.read(after.oid))
  return nothing
}

/** Rules of both sides hold; a line that one side took out comes back, because it may be one that memo needs. */
function takeLines({ paths: { root } }: Vault, news: News, { path, after }: TreeChange): OtherFiles {
  const ours = readOwn(root, path)?.toString(byteForByte) ?? ''
  const theirs = after === undefined ? '' : news.read(after.oid).toString(byteForByte)
  const [ourLines, theirLines] = [toLines(ours), toLines(theirs)]
  const isWhole = ourLines.every((line) => theirLines.includes(line))
  const added = theirLines.filter((line) => !ourLines.includes(line))
  if (added.length === 0 && !isWhole) return nothing
  const text = isWhole ? theirs : `${ours}${ours === '' || ours.endsWith('\n') ? '' : '\n'}${added.join('\n')}\n`
  if (text !== ours) writeOwn(root, path, Buffer.from(text, byteForByte))
  return nothing
}

function toLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}

type Settings = { [name: string]: unknown }

/** Key by key, so that two people may each change another setting. */
function takeSettings(
  { paths: { root } }: Vault,
  news: News,
  { path, before, after }: TreeChange,
  check: SettingsCheck,
): OtherFiles {
  if (after === undefined) return skip(path, 'it was deleted there; yours is kept')
  const bytes = news.read(after.oid)
  const theirs = parse(bytes)
  const bad = theirs === undefined ? 'no JSON object' : check(theirs)
  if (theirs === undefined || bad !== undefined) return skip(path, `theirs is not valid (${bad}); yours is kept`)
  const text = readOwn(root, path)?.toString() ?? ''
  const ours = parse(text) ?? parse(withoutConflicts(text)) ?? {}
  const merge = mergeSettings((before && parse(news.read(before.oid))) ?? {}, ours, theirs)
  const settings = listChanged(ours, merge.settings)
  const isTheirs = isDeepStrictEqual(merge.settings, theirs)
  const merged = isTheirs ? bytes : Buffer.from(`${JSON.stringify(merge.settings, null, 2)}\n`)
  if (check(merge.settings) !== undefined) return skip(path, 'the two do not go together; yours is kept')
  if (!isDeepStrictEqual(merge.settings, ours) || isTheirs) writeOwn(root, path, merged)
  const reason = `${merge.kept.join(', ')} was changed on both sides; yours is kept`
  return { settings, skipped: merge.kept.length > 0 ? [{ path, reason }] : [] }
}

interface Merge {
  settings: Settings
  /** Names of which both sides have another value than before. */
  kept: string[]
}

function mergeSettings(base: Settings, ours: Settings, theirs: Settings, above = ''): Merge {
  const merge: Merge = { settings: {}, kept: [] }
  for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [was, our, their] = [own(base, name), own(ours, name), own(theirs, name)]
    if (isJsonObject(our) && isJsonObject(their)) {
      const inner = mergeSettings(isJsonObject(was) ? was : {}, our, their, `${above}${name}.`)
      merge.settings[name] = inner.settings
      merge.kept.push(...inner.kept)
      continue
    }
    const isOurs = !isDeepStrictEqual(our, was)
    if (isOurs && !isDeepStrictEqual(their, was) && !isDeepStrictEqual(our, their)) merge.kept.push(`${above}${name}`)
    const value = isOurs ? our : their
    if (value !== undefined) merge.settings[name] = value
  }
  return merge
}

function listChanged(before: Settings, after: Settings, above = ''): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, is] = [own(before, name), own(after, name)]
    if (isDeepStrictEqual(was, is)) return []
    return isJsonObject(was) && isJsonObject(is) ? listChanged(was, is, `${above}${name}.`) : [`${above}${name}`]
  })
}

function own(settings: Settings, name: string): unknown {
  return Object.hasOwn(settings, name) && name !== '__proto__' ? settings[name] : undefined
}

function parse(bytes: Buffer | string): Settings | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString().replace(/^\ufeff/, ''))
    return isJsonObject(value) ? value : undefined
  } catch {
    // Broken on their side is told; broken on ours, the vault would not have opened.
    return undefined
  }
}

const nothing: OtherFiles = { settings: [], skipped: [] }

function skip(path: string, reason: string): OtherFiles {
  return { settings: [], skipped: [{ path, reason }] }
}
