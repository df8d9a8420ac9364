/** Keeps `git merge` and `git pull` by hand from stopping at files that memo writes anew anyway. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { removeFile } from '../lib/remove-file.ts'
import { askGit, runGit } from './git-process.ts'

/** Settings of this clone; `.gitattributes` names the driver. It leaves ours as it is: the next command writes the
 * rest. Git dies of a driver that has a name and no command, so that comes first. */
const settings = [
  ['driver', 'true'],
  ['name', 'files that memo writes from its log'],
] as const

/** A clone without the driver merges such files as text, which also ends well, but may stop. */
export async function ensureMergeDriver(root: string): Promise<void> {
  const known = await askGit(root, ['config', '--name-only', '--get-regexp', '^merge\\.memo\\.'])
  const names = known?.split('\n') ?? []
  for (const [part, value] of settings) {
    const name = `merge.memo.${part}`
    if (!names.includes(name)) await runGit(root, ['config', name, value])
  }
}

/**
 * The same for a repository that was made just now, whose settings say nothing of the driver: written as git writes them,
 * whole and under its lock, without starting git three times more. Throws where the settings are locked.
 */
export function addMergeDriver(root: string): void {
  const config = join(root, '.git/config')
  const lock = `${config}.lock`
  const lines = settings.map(([part, value]) => `\t${part} = ${value}\n`)
  writeFileSync(lock, '', { flag: 'wx', mode: 0o600 })
  try {
    writeFileSync(lock, `${readFileSync(config, 'utf8').replace(/\n?$/, '\n')}[merge "memo"]\n${lines.join('')}`)
    renameSync(lock, config)
  } catch (error) {
    removeFile(lock)
    throw error
  }
}
