/** A vault for a server: written to from the test's own process, which is another one than the server's. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { initVault } from '../../src/vault/init.ts'
import { withVault } from '../../src/vault/vault.ts'
import { copyRepository } from './fresh-repository.ts'
import { project, put, putAll } from './vault.ts'

export interface McpVault {
  root: string
  /** A folder of the project `acme`. */
  cwd: string
  /** Writes a record, as a command beside the server does. */
  put(fields: { id?: string; [field: string]: unknown }): Promise<void>
  putAll(records: Iterable<object>): Promise<void>
}

export async function makeMcpVault(folder: string): Promise<McpVault> {
  const [root, cwd] = [join(folder, 'vault'), join(folder, 'work')]
  mkdirSync(cwd)
  writeFileSync(join(cwd, '.memo.json'), JSON.stringify({ project }))
  await copyRepository(root)
  await initVault(root)
  return {
    root,
    cwd,
    put: (fields) => withVault(root, {}, async (vault) => void (await put(vault, fields))),
    putAll: (records) => withVault(root, {}, (vault) => putAll(vault, records)),
  }
}
