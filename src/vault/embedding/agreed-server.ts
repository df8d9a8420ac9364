/**
 * Which embedding server whoever sits at this machine has agreed to. The settings travel with the vault, so anybody who
 * writes to it could have the texts of all who read it, and a variable of their environment, sent to a server of theirs.
 * What is set by hand on this machine is agreed to; what came with a clone, a sync or a copied folder is not.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Setting, writeSetting } from '../../config/edit.ts'
import type { Config } from '../../config/schema.ts'
import { isLoopback } from '../../lib/address.ts'
import { makeFolder, replaceFile } from '../../lib/durable-file.ts'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { type ClonePlace, findClonePlace, isSamePlace } from '../clone-place.ts'
import { type VaultPaths, vaultPaths } from '../layout.ts'

/** Settings that say where texts go, and what goes with them. */
const agreedKeys = ['baseUrl', 'apiKeyEnv'] as const

type Agreed = { [key in (typeof agreedKeys)[number]]?: string | undefined }

/** Writes the setting as `writeSetting` does, and notes that it was written here. */
export async function setSetting(root: string, key: string, text: string): Promise<Setting> {
  const setting = await writeSetting(root, key, text)
  const agreedKey = agreedKeys.find((name) => key === `embeddings.${name}`)
  if (agreedKey !== undefined) agree(vaultPaths(root), agreedKey, String(setting.value))
  return setting
}

/** Throws REFUSED when texts, or a key, would go to where nobody on this machine has said that they may. */
export function assertAgreed(paths: VaultPaths, { provider, baseUrl, apiKeyEnv }: Config['embeddings']): void {
  if (provider !== 'openai' || (apiKeyEnv === '' && isOnThisMachine(baseUrl))) return
  const agreed = readAgreed(paths)
  const wanted = { baseUrl, apiKeyEnv }
  const missing = agreedKeys.find((key) => wanted[key] !== (agreed[key] ?? ''))
  if (missing === undefined) return
  throw new MemoError(
    'REFUSED',
    `embeddings.${missing} is ${JSON.stringify(wanted[missing])}, which was not set on this machine; nothing is sent ` +
      `before "memo config set embeddings.${missing} VALUE" agrees to it`,
  )
}

function isOnThisMachine(baseUrl: string): boolean {
  return !URL.canParse(baseUrl) || isLoopback(new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1'))
}

function agree(paths: VaultPaths, key: keyof Agreed, value: string): void {
  makeFolder(paths.local)
  const { host, inode, birth } = findClonePlace(paths)
  const noted = { ...readAgreed(paths), [key]: value, host, inode, ...(birth !== undefined && { birth }) }
  replaceFile(agreedPath(paths), Buffer.from(`${JSON.stringify(noted)}\n`), { durable: true })
}

/** Nothing where the file was written for another folder: one that came along with a vault says what others have agreed to. */
function readAgreed(paths: VaultPaths): Agreed {
  try {
    const noted = JSON.parse(readFileSync(agreedPath(paths), 'utf8')) as (Agreed & ClonePlace) | null
    if (noted === null || !isSamePlace(noted, findClonePlace(paths))) return {}
    return { baseUrl: noted.baseUrl, apiKeyEnv: noted.apiKeyEnv }
  } catch (error) {
    if (error instanceof SyntaxError || findErrno(error) === 'ENOENT') return {}
    throw error
  }
}

function agreedPath({ local }: VaultPaths): string {
  return join(local, 'agreed-server.json')
}
