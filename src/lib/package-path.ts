/** Where a file of the package is. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** `path` from the root of the package. The sources and the bundle lie at different depths below it, so the way up is searched. */
export function packagePath(path: string): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, path)) && folder !== dirname(folder)) folder = dirname(folder)
  return join(folder, path)
}
