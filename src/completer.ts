/**
 * `memo complete`: what a shell asks while somebody types. Not a command, and not started as one: it must answer before
 * oclif would be loaded, whatever is typed, with nothing said when something is wrong.
 */
import { readFileSync } from 'node:fs'
import { parseRequest } from './cli/completion/answer.ts'
import type { Manifest } from './cli/completion/manifest.ts'
import { type LookUp, suggest } from './cli/completion/suggest.ts'
import { readEnvironment, resolveVaultRoot } from './config/environment.ts'
import { packagePath } from './lib/package-path.ts'

/** Answers one request; never throws, and prints nothing where there is nothing to say. */
export async function complete(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', () => {})
  try {
    const request = parseRequest(argv)
    if (request === undefined) return
    process.stdout.write(request.render(await suggest(request.call, readManifest(), lookUp)))
  } catch {
    // The prompt of somebody who types is no place for an error.
  }
}

function readManifest(): Manifest {
  const read = (name: string) => JSON.parse(readFileSync(packagePath(name), 'utf8'))
  return { commands: read('.oclif.manifest.json').commands, topics: read('package.json').oclif.topics }
}

/** Commands and flags are completed also where there is no vault, or none that can be read. */
const lookUp: LookUp = async ({ source, beginning, values, before }) => {
  try {
    const root = resolveVaultRoot({ flag: values.get('vault'), environment: readEnvironment() })
    const { suggestValues } = await import('./vault/reading/suggest.ts')
    const [project, key] = [values.get('project'), before.at(-1)]
    return await suggestValues(root, { what: source, beginning, project, cwd: process.cwd(), key })
  } catch {
    return []
  }
}
