/** A vault that, once made, is only met through the program, in a process of its own for each call. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { initVault } from '../../src/vault/init.ts'
import { type CliCall, type CliResult, runCli } from './cli.ts'
import { copyRepository } from './fresh-repository.ts'
import { makeTempDir } from './temp-dir.ts'

export interface CliVault {
  root: string
  /** The working directory of the calls: a folder that is no repository. */
  cwd: string
  /** Runs `memo …` and answers with whatever it said. */
  memo(args: readonly string[], call?: CliCall): Promise<CliResult>
  /** Runs `memo … --json`, which must succeed, and answers with the object. */
  ask(args: readonly string[], call?: CliCall): Promise<{ [field: string]: unknown }>
}

/** In a folder that goes with the test, unless the caller has one that lives longer. */
export async function makeCliVault(folder: string = makeTempDir()): Promise<CliVault> {
  const [root, cwd] = [join(folder, 'vault'), join(folder, 'work')]
  mkdirSync(cwd)
  const memo: CliVault['memo'] = (args, call) => runCli(args, { vault: root, cwd, ...call })
  const ask: CliVault['ask'] = async (args, call) => {
    const result = await memo([...args, '--json'], call)
    const answer = result.json()
    if (result.status !== 0) throw new Error(`memo ${args.join(' ')} ended with ${result.status}: ${result.stdout}`)
    return answer as { [field: string]: unknown }
  }
  await copyRepository(root)
  // What `memo init` does; the program itself takes ten times as long for it.
  await initVault(root)
  return { root, cwd, memo, ask }
}

/** Objects as the lines of a batch. */
export function toLines(objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('')
}
