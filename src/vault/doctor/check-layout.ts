/** Whether all parts of the vault's folder are there, and closed to others. */

import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { findErrno } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import type { VaultPaths } from '../layout.ts'
import { findMissingParts } from '../layout-parts.ts'
import { type Finding, fixRemedy } from './finding.ts'

export function checkLayout(paths: VaultPaths): Finding[] {
  return findMissingParts(paths).map((part) => ({
    code: 'layout-incomplete',
    severity: 'warning',
    subject: part,
    message: `${part} is missing or lacks a line that the vault needs.`,
    remedy: 'memo init',
  }))
}

export function checkPermissions(paths: VaultPaths): Finding[] {
  const open = findOpenPaths(paths.root)
  if (open.length === 0) return []
  return [
    {
      code: 'permissions-open',
      severity: 'warning',
      subject: paths.root,
      message: `Other users of this machine can reach ${plural(open.length, 'path')} of the vault.`,
      remedy: fixRemedy,
    },
  ]
}

export interface OpenPath {
  path: string
  /** The mode that closes it. */
  mode: number
}

/** Permission bits of group and others. */
const foreignBits = 0o077
const foreignEnterBits = 0o011

/** What others can reach, from the root down: behind a closed folder nothing is open. Git's own files follow git. */
export function findOpenPaths(root: string): OpenPath[] {
  if (process.platform === 'win32') return []
  const stat = findStat(root)
  if (stat === undefined || stat.isSymbolicLink() || (stat.mode & foreignBits) === 0) return []
  const isFolder = stat.isDirectory()
  const own = { path: root, mode: isFolder ? 0o700 : 0o600 }
  if (!isFolder || (stat.mode & foreignEnterBits) === 0) return [own]
  const names = readdirSync(root).filter((name) => name !== '.git')
  return [own, ...names.flatMap((name) => findOpenPaths(join(root, name)))]
}

function findStat(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (error) {
    // Removed between the listing and the look at it.
    if (findErrno(error) === 'ENOENT') return undefined
    throw error
  }
}
