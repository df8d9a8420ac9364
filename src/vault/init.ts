/** Making a vault, or completing one of which a part is missing. Running it on a whole vault changes nothing. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureRepository, type RepositoryOutcome } from '../audit/repository.ts'
import { makeFolder, replaceFile } from '../lib/durable-file.ts'
import { findErrno, MemoError } from '../lib/errors.ts'
import { appendAndFold } from './append.ts'
import { gitAttributes, gitIgnore, type VaultPaths, vaultPaths } from './layout.ts'
import { write } from './refresh.ts'
import { type OpenOptions, withVault } from './vault.ts'

export interface InitResult {
  vault: string
  /** Parts that were made, relative to the vault; empty when everything was there. */
  created: string[]
  git: RepositoryOutcome
}

/** Throws NOT_A_VAULT when the path is a file or a folder of something else, IO or READ_ONLY when it cannot be made. */
export async function initVault(root: string, options: OpenOptions = {}): Promise<InitResult> {
  assertUsable(root)
  const paths = vaultPaths(root)
  const created = makeParts(paths)
  await withVault(root, options, async (vault) => {
    if (vault.log.segments.writers().length > 0) return
    await write(vault, { label: 'init' }, () => {
      if (vault.log.segments.writers().length > 0) return
      appendAndFold(vault, [{ actor: vault.actor, type: 'vault.created', data: {} }])
      created.push('events')
    })
  })
  const git = await ensureRepository(root)
  return { vault: root, created: git.state === 'created' ? [...created, '.git'] : created, git }
}

function assertUsable(root: string): void {
  const stat = statSync(root, { throwIfNoEntry: false })
  if (stat !== undefined && !stat.isDirectory()) {
    throw new MemoError('NOT_A_VAULT', `${root} is a file, not a folder`, { hint: 'name another folder' })
  }
}

function makeParts(paths: VaultPaths): string[] {
  const created: string[] = []
  try {
    for (const folder of [paths.root, paths.projects, paths.events, paths.local]) {
      if (!existsSync(folder)) makeFolder(folder)
    }
    const files = { 'config.json': '{\n  "version": 1\n}\n', '.gitignore': gitIgnore, '.gitattributes': gitAttributes }
    for (const [name, text] of Object.entries(files)) {
      if (completeFile(join(paths.root, name), text)) created.push(name)
    }
  } catch (error) {
    if (findErrno(error) !== 'EACCES' && findErrno(error) !== 'EROFS') throw error
    throw new MemoError('READ_ONLY', `cannot write in ${paths.root}`, { hint: 'check its owner and permissions', cause: error })
  }
  return created
}

/** Adds the lines that are missing, so that lines of a person's own stay. A file of settings is only made, never changed. */
function completeFile(path: string, text: string): boolean {
  if (!existsSync(path)) {
    replaceFile(path, Buffer.from(text), { durable: true })
    return true
  }
  if (path.endsWith('.json')) return false
  const before = readFileSync(path, 'utf8')
  const missing = text.split('\n').filter((line) => line !== '' && !before.split(/\r?\n/).includes(line))
  if (missing.length === 0) return false
  const separator = before === '' || before.endsWith('\n') ? '' : '\n'
  replaceFile(path, Buffer.from(`${before}${separator}${missing.join('\n')}\n`), { durable: true })
  return true
}
