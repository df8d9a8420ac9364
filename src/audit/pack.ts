/**
 * Packing what commits have left lying about as single files: each holds a whole segment of the log, and in a pack only
 * what was added to it. Whoever has switched git's own housekeeping off is obeyed.
 */
import { askGit, runGit } from './git-process.ts'

/** Longer than a pack of some thousand objects takes. */
const packTimeoutMs = 60_000

/** Safe beside any other git. Throws what git says; nothing is lost by that. */
export async function packObjects(root: string): Promise<void> {
  if ((await askGit(root, ['config', '--get', 'gc.auto'])) === '0') return
  await runGit(root, ['repack', '-d', '-l', '-q'], { timeoutMs: packTimeoutMs })
  // Looks whether there are many packs, and if so puts them together in the background.
  await runGit(root, ['gc', '--auto', '--quiet'], { timeoutMs: packTimeoutMs })
}
