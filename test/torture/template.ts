/** The vault that every round begins with, built once for a run and copied for each round. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Ports } from '../../src/lib/ports.ts'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { initVault } from '../../src/vault/init.ts'
import { vaultPaths } from '../../src/vault/layout.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { cloneVault } from '../../src/vault/sync/clone.ts'
import { syncVault } from '../../src/vault/sync/sync.ts'
import { type Vault, withVault } from '../../src/vault/vault.ts'
import { ids, run } from './operations.ts'
import { roundPorts } from './round-ports.ts'

/**
 * Makes `<folder>/vault` with some records, a history in git and a remote (`remote.git`) that has news, and `notes` to
 * import. `isLarge` gives it more than one segment.
 */
export async function makeTemplate(folder: string, { isLarge }: { isLarge: boolean }): Promise<void> {
  mkdirSync(join(folder, 'notes'), { recursive: true })
  for (const name of ['one', 'two', 'three'])
    writeFileSync(join(folder, 'notes', `${name}.md`), `# Imported ${name}\n\nText of ${name}.\n`)
  const ports = roundPorts('template', -100)
  const root = join(folder, 'vault')
  git(folder, 'init', '-q', '--bare', '-b', 'main', 'remote.git')
  await initVault(root, { ports })
  git(root, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  nameCommitter(root)
  git(root, 'remote', 'add', 'origin', '../remote.git')
  await withVault(root, { ports }, (vault) => fill(folder, vault, isLarge))
  await addNews(folder, roundPorts('other', -50))
  git(root, 'config', 'core.fsync', 'none')
}

async function fill(folder: string, vault: Vault, isLarge: boolean): Promise<void> {
  const filler = isLarge ? `${'x'.repeat(300_000)} ` : ''
  for (const [n, id] of ids.entries()) {
    const body = `Text of ${id}, [[${ids[(n + 1) % ids.length]}]] ${n < 2 ? filler : ''}`
    await run({ folder, vault }, { do: 'put', id, title: `Title of ${id}`, body, tags: ['first'] })
  }
  await run({ folder, vault }, { do: 'put', id: 'a', title: 'Second title', body: 'Second text', tags: ['second'] })
  await run({ folder, vault }, { do: 'hit', id: 'b', session: 's1' })
  await run({ folder, vault }, { do: 'rate', id: 'c', rating: 'helpful' })
  await commitPending(vault)
  await syncVault(vault, { remote: 'origin', dryRun: false })
}

/** Another clone has written and pushed; this one does not know yet. */
async function addNews(folder: string, ports: Ports): Promise<void> {
  const root = join(folder, 'other')
  await cloneVault(join(folder, 'remote.git'), root, { ports })
  nameCommitter(root)
  await withVault(root, { ports }, async (vault) => {
    await run({ folder, vault }, { do: 'put', id: 'theirs', title: 'Theirs', body: 'Text of theirs', tags: [] })
    await run({ folder, vault }, { do: 'hit', id: 'd', session: undefined })
    await commitPending(vault)
    await syncVault(vault, { remote: undefined, dryRun: false })
  })
  rmSync(root, { recursive: true })
}

function nameCommitter(root: string): void {
  git(root, 'config', 'user.name', 'Ada')
  git(root, 'config', 'user.email', 'ada@example.org')
  git(root, 'config', 'gc.auto', '0')
  rmSync(join(root, '.git/hooks'), { recursive: true, force: true })
}

/** Copies it, and makes the copy's vault think that it is the original: a copied one would begin a log of its own. */
export async function copyTemplate(template: string, folder: string, { hasGit }: { hasGit: boolean }): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  const isMeant = (path: string): boolean => hasGit || !/\.git$/.test(path)
  cpSync(template, folder, { recursive: true, preserveTimestamps: true, filter: isMeant })
  const root = join(folder, 'vault')
  takeOver(root)
  // The files of a copy have other inodes than the index has noted.
  await withVault(root, { ports: roundPorts('copy', 0) }, async (vault) => {
    await refresh(vault, 'full')
  })
}

export function takeOver(root: string): void {
  const paths = vaultPaths(root)
  if (!existsSync(paths.writer)) return
  const { ino, birthtimeMs } = statSync(paths.local)
  const { places } = JSON.parse(readFileSync(paths.writer, 'utf8')) as { places: object[] }
  const [place] = places
  writeFileSync(paths.writer, JSON.stringify({ places: [{ ...place, inode: ino, birth: birthtimeMs }] }))
}

export function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
}
