/** Packages that memo can use but does not bring along: found when the user has installed them beside it. */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Where packages are looked for: the folder `node_modules` beside this file or in any folder above. */
const here = fileURLToPath(import.meta.url)

/**
 * The path of the file that a package begins with, or undefined when it is not installed.
 * `from` is a file: the look-up begins in its folder.
 */
export function findPackage(name: string, from: string = here): string | undefined {
  try {
    return createRequire(from).resolve(name)
  } catch {
    // Not there, or not made to be loaded: the same to the caller.
    return undefined
  }
}

/** What to say when it is not there. */
export function howToInstall(name: string): string {
  return `run "npm install ${name}" where memo is installed (with --global if memo is)`
}
