/** Reads and writes single settings by dotted key, leaving every other byte of meaning in `config.json` as it is. */
import { statSync } from 'node:fs'
import { replaceFile } from '../lib/durable-file.ts'
import { findErrno, MemoError } from '../lib/errors.ts'
import { isJsonObject } from '../lib/json-object.ts'
import { findNearest } from '../lib/nearest.ts'
import { defaultConfig } from './defaults.ts'
import { configPath, loadConfig, readSettings, toBadSetting } from './load.ts'

export interface Setting {
  key: string
  value: unknown
  /** Whether `config.json` says so, or nothing does and this is the default. */
  source: 'file' | 'default'
}

/** Every setting in force, in the order of the file's sections. Throws as `loadConfig` does. */
export async function listSettings(vaultRoot: string): Promise<Setting[]> {
  const config = await loadConfig(vaultRoot)
  const written = readSettings(vaultRoot)
  return toLeafKeys(config).map((path) => ({
    key: path.join('.'),
    value: findValue(config, path),
    source: findValue(written, path) === undefined ? 'default' : 'file',
  }))
}

/** One setting in force. Throws USAGE when there is no such key. */
export async function readSetting(vaultRoot: string, key: string): Promise<Setting> {
  const config = await loadConfig(vaultRoot)
  const path = toPath(key)
  const value = findValue(config, path)
  if (value === undefined) throw unknownKey(key)
  return { key, value, source: findValue(readSettings(vaultRoot), path) === undefined ? 'default' : 'file' }
}

/**
 * Writes one setting. The text is taken as JSON where that gives a good value (`20`, `true`), else as it stands.
 * Throws USAGE on an unknown key or a bad value, NOT_A_VAULT when there is no such folder; then nothing is written.
 */
export async function writeSetting(vaultRoot: string, key: string, text: string): Promise<Setting> {
  assertFolder(vaultRoot)
  const path = toPath(key)
  if (!isSettable(path)) throw unknownKey(key)
  const settings = readSettings(vaultRoot)
  const value = await chooseGoodValue({ vaultRoot, settings, path, text })
  const edited = withValue({ version: defaultConfig.version, ...settings }, path, value)
  replaceFile(configPath(vaultRoot), Buffer.from(`${JSON.stringify(edited, null, 2)}\n`), { durable: true })
  return { key, value, source: 'file' }
}

/** The keys that can be set, as far as they do not name something of a person's own. */
export function settingKeys(): string[] {
  return toLeafKeys(defaultConfig)
    .map((path) => path.join('.'))
    .filter((key) => key !== 'version')
}

const listHint = 'run "memo config list" to see all settings'

interface Edit {
  vaultRoot: string
  settings: Tree
  path: Path
  text: string
}

type Tree = { [key: string]: unknown }
type Path = readonly [string, ...string[]]

async function chooseGoodValue({ vaultRoot, settings, path, text }: Edit): Promise<unknown> {
  const { findBadSetting } = await import('./schema.ts')
  const candidates = [...parseJson(text), text]
  const problems = candidates.map((value) => findBadSetting(withValue(settings, path, value)))
  if (problems.includes(undefined)) return candidates[problems.indexOf(undefined)]
  const [bad = { key: '', problem: 'bad value' }] = problems
  if (bad.key !== path.join('.')) throw toBadSetting(vaultRoot, bad)
  throw new MemoError('USAGE', `${bad.key} cannot be ${JSON.stringify(text)}: it ${bad.problem}`, {
    hint: listHint,
  })
}

function parseJson(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    // Not JSON: a bare word, which is how people write a setting.
    return []
  }
}

/** An alias is a project id and may hold dots itself, so everything behind the first dot names it. */
function toPath(key: string): Path {
  if (key.startsWith('projectAliases.')) return ['projectAliases', key.slice('projectAliases.'.length)]
  const [first = '', ...rest] = key.split('.')
  return [first, ...rest]
}

function isSettable(path: Path): boolean {
  if (path[0] === 'search' && path[1] === 'profiles') return path.length > 2 && !path.includes('__proto__')
  if (path[0] === 'projectAliases') return path.length === 2 && path[1] !== '__proto__'
  return path[0] !== 'version' && toLeafKeys(defaultConfig).some((leaf) => leaf.join('.') === path.join('.'))
}

function toLeafKeys(tree: object, above: readonly string[] = []): string[][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isJsonObject(value) ? toLeafKeys(value, [...above, key]) : [[...above, key]],
  )
}

function findValue(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    tree,
  )
}

function withValue(tree: Tree, [key, next, ...rest]: Path, value: unknown): Tree {
  if (next === undefined) return { ...tree, [key]: value }
  const below = tree[key]
  return { ...tree, [key]: withValue(isJsonObject(below) ? below : {}, [next, ...rest], value) }
}

function unknownKey(key: string): MemoError {
  const nearest = findNearest(key, settingKeys())
  const hint = nearest === undefined ? listHint : `did you mean ${nearest}?`
  return new MemoError('USAGE', `there is no setting ${key}`, { hint })
}

function assertFolder(vaultRoot: string): void {
  try {
    if (statSync(vaultRoot).isDirectory()) return
  } catch (error) {
    if (findErrno(error) !== 'ENOENT' && findErrno(error) !== 'ENOTDIR') throw error
  }
  throw new MemoError('NOT_A_VAULT', `there is no vault at ${vaultRoot}`, { hint: 'run "memo init" to make one' })
}
