/** How much room a repository's objects take. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runGit } from './git-process.ts'

/** Bytes, by what git says of them; null where there is no repository, or git does not answer. */
export async function measureObjects(root: string): Promise<number | null> {
  if (!existsSync(join(root, '.git'))) return null
  try {
    return toBytes((await runGit(root, ['count-objects', '-v'])).toString())
  } catch {
    // Only told; what is wrong with the repository is the doctor's to say.
    return null
  }
}

/** `size`, `size-pack` and `size-garbage` are in KiB (git-count-objects(1)). */
function toBytes(text: string): number {
  const sizes = [...text.matchAll(/^size(?:-pack|-garbage)?: (\d+)$/gm)]
  return sizes.reduce((sum, [, kib]) => sum + Number(kib) * 1024, 0)
}
