/** A vault whose commits a test looks at, with git as a person would run it there. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { makeVault, type TestVault } from './vault.ts'

export interface GitVault extends TestVault {
  /** Runs git in the vault as Ada and gives its stdout. Throws what it says on stderr. */
  git(...args: string[]): string
  /** Opens the vault as the next command would, with other settings of git. */
  withPolicy(settings: { [name: string]: unknown }): Promise<Vault>
}

export async function makeGitVault(): Promise<GitVault> {
  return withGit(await makeVault())
}

/** One commit is made: the vault as it begins. */
export async function makeCommittedVault(): Promise<GitVault> {
  const made = await makeGitVault()
  made.git('config', 'user.name', 'Ada')
  made.git('config', 'user.email', 'ada@example.org')
  const { state } = await commitPending(made.vault)
  if (state !== 'committed') throw new Error(`the first commit: ${state}`)
  return made
}

function withGit(made: TestVault): GitVault {
  const { root, ports } = made
  return {
    ...made,
    git: gitIn(root),
    withPolicy: async (settings) => {
      closeVault(made.vault)
      const path = join(root, 'config.json')
      const config = JSON.parse(readFileSync(path, 'utf8')) as { [name: string]: unknown }
      writeFileSync(path, JSON.stringify({ ...config, git: settings }))
      return openVault(root, { ports })
    },
  }
}

export function gitIn(root: string): (...args: string[]) => string {
  const me = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-c', 'protocol.file.allow=always']
  return (...args) => execFileSync('git', [...me, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}
