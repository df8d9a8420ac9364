/** Paths that a rule of the repository keeps out of it. Git is asked only where there is a rule besides those of every vault. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listIgnoredPaths } from '../../audit/changed-paths.ts'
import type { RepositoryState } from '../../audit/repository-state.ts'
import { plural } from '../../lib/plural.ts'
import { byteForByte, readRegularText } from '../../lib/regular-file.ts'
import { gitIgnore } from '../layout.ts'
import type { Vault } from '../vault.ts'
import type { Snapshot } from './snapshot.ts'
import { tellOnce } from './trouble.ts'

/** Told once for each rule: it is a person's wish, or was meant for something else. */
export async function findHidden(
  vault: Vault,
  { commonDir }: RepositoryState,
  { files, unchanged }: Snapshot,
): Promise<Set<string>> {
  const { root } = vault.paths
  const present = files.filter(({ bytes }) => bytes !== undefined).map(({ path }) => path)
  const paths = [...present, ...unchanged]
  if (!mayHide(root, commonDir, paths)) return new Set()
  const hidden = await listIgnoredPaths(root, paths)
  const [first] = hidden
  if (first !== undefined) {
    const count = `${plural(hidden.length, 'file')} of the vault ${hidden.length === 1 ? 'is' : 'are'}`
    tellOnce(vault, `git.rule ${first.rule}`, `${count} kept out of git by the rule ${first.rule}`)
  }
  return new Set(hidden.map(({ path }) => path))
}

/** The rules of every vault are about its index, its own folder and names in `.tmp`. */
function mayHide(root: string, commonDir: string, paths: readonly string[]): boolean {
  if (paths.some((path) => /\.tmp(?:\/|$)/i.test(path))) return true
  if (hasOtherRules(join(root, '.gitignore')) || hasOtherRules(join(commonDir, 'info/exclude'))) return true
  return [...foldersAbove(paths)].some((folder) => existsSync(join(root, folder, '.gitignore')))
}

const ownRules = new Set(rulesOf(gitIgnore))

function hasOtherRules(path: string): boolean {
  if (!existsSync(path)) return false
  const text = unlessUnreadable(path)
  return text === undefined || rulesOf(text).some((rule) => !ownRules.has(rule))
}

function unlessUnreadable(path: string): string | undefined {
  try {
    return readRegularText(path, byteForByte)
  } catch {
    // Git says what is wrong with it.
    return undefined
  }
}

function rulesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
}

function foldersAbove(paths: readonly string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let at = dirname(path); at !== '.' && !folders.has(at); at = dirname(at)) folders.add(at)
  }
  return folders
}
