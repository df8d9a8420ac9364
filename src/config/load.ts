/** Reads the settings of a vault. Loads the schema library only when `config.json` says more than its version. */
import { join } from 'node:path'
import { findErrno, MemoError } from '../lib/errors.ts'
import { isJsonObject } from '../lib/json-object.ts'
import { readRegularText } from '../lib/regular-file.ts'
import { defaultConfig } from './defaults.ts'
import type { Config } from './schema.ts'

export function configPath(vaultRoot: string): string {
  return join(vaultRoot, 'config.json')
}

/**
 * The settings with defaults for what is not set; all defaults when there is no `config.json`.
 * Throws USAGE, naming file and key, on broken JSON or a bad value, and NOT_A_VAULT when the vault path is a file.
 */
export async function loadConfig(vaultRoot: string): Promise<Config> {
  const settings = readSettings(vaultRoot)
  if (isDefault(settings)) return structuredClone<Config>(defaultConfig)
  const { Config, findBadSetting } = await import('./schema.ts')
  const bad = findBadSetting(settings)
  if (bad !== undefined) throw toBadSetting(vaultRoot, bad)
  return Config.parse(settings)
}

/** What `config.json` holds as it stands there, or nothing when there is none. */
export function readSettings(vaultRoot: string): { [key: string]: unknown } {
  const path = configPath(vaultRoot)
  try {
    const text = readRegularText(path) ?? ''
    const settings = parseSettings(text) ?? parseSettings(withoutConflicts(text))
    if (settings !== undefined) return settings
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return {}
    if (findErrno(error) === 'ENOTDIR') throw fileInsteadOfVault(vaultRoot)
    throw error
  }
  throw new MemoError('USAGE', `${path} is not a JSON object`, { hint: 'mend it by hand, or remove it' })
}

function parseSettings(text: string): { [key: string]: unknown } | undefined {
  try {
    const settings: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    return isJsonObject(settings) ? settings : undefined
  } catch {
    // The caller says of which file.
    return undefined
  }
}

/**
 * Ours of each conflict that `git pull` has left. Until somebody ends the merge this clone goes on with the settings that
 * it had: one that refuses them could not run the sync that ends it.
 */
export function withoutConflicts(text: string): string {
  return text.replace(/^<{7} .*\n([\s\S]*?)(?:^\|{7}[\s\S]*?)?^={7}\r?\n[\s\S]*?^>{7} .*(?:\n|$)/gm, '$1')
}

/** What to say of a bad setting that stands in the file. */
export function toBadSetting(vaultRoot: string, { key, problem }: { key: string; problem: string }): MemoError {
  return new MemoError('USAGE', `${configPath(vaultRoot)}: ${key}: ${problem}`, {
    hint: key.includes('.') ? `run "memo config set ${key} VALUE"` : 'use a newer memo, or mend the file by hand',
  })
}

function fileInsteadOfVault(path: string): MemoError {
  return new MemoError('NOT_A_VAULT', `${path} is a file, not a vault`, {
    hint: 'name a folder with --vault or MEMO_VAULT',
  })
}

function isDefault(settings: { [key: string]: unknown }): boolean {
  const { version = defaultConfig.version, ...rest } = settings
  return version === defaultConfig.version && Object.keys(rest).length === 0
}
