/** Keeps `git merge` and `git pull` by hand from stopping at files that memo writes anew anyway. */
import { askGit, runGit } from './git-process.ts'

/** Settings of this clone; `.gitattributes` names the driver. It leaves ours as it is: the next command writes the
 * rest. Git dies of a driver that has a name and no command, so that comes first. */
const settings = [
  ['merge.memo.driver', 'true'],
  ['merge.memo.name', 'files that memo writes from its log'],
] as const

/** A clone without the driver merges such files as text, which also ends well, but may stop. */
export async function ensureMergeDriver(root: string): Promise<void> {
  const known = await askGit(root, ['config', '--name-only', '--get-regexp', '^merge\\.memo\\.'])
  const names = known?.split('\n') ?? []
  for (const [name, value] of settings) if (!names.includes(name)) await runGit(root, ['config', name, value])
}
