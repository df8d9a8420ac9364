/** What is true of this machine's clone only: its lock, its error log, what was set aside, what a crash left lying. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findErrno, MemoError } from '../../lib/errors.ts'
import { plural } from '../../lib/plural.ts'
import { dayMs } from '../../record/times.ts'
import { readErrors } from '../error-log.ts'
import type { VaultPaths } from '../layout.ts'
import type { Vault } from '../vault.ts'
import { type Finding, fixRemedy } from './finding.ts'

export function checkAccess({ readOnly, paths, projections }: Vault): Finding[] {
  if (!readOnly) return []
  const { isDiskFull } = projections.db
  return [
    {
      code: 'vault-read-only',
      severity: 'info',
      subject: paths.root,
      message: `${isDiskFull ? 'The disk is full, so the' : 'The'} vault cannot be written here; searching and reading work.`,
      remedy: isDiskFull ? 'Free some space.' : 'Check its owner and permissions.',
    },
  ]
}

export function checkLock(vault: Vault): Finding[] {
  if (vault.readOnly) return []
  try {
    vault.lock.hold(0, 'doctor', () => undefined)
    return []
  } catch (error) {
    if (!(error instanceof MemoError) || error.code !== 'BUSY') throw error
    const message = `${error.message.replace(/;.*$/, '').replace(/^the/, 'The')}.`
    return [
      {
        code: 'lock-held',
        severity: 'info',
        subject: '.sync/lock.sqlite',
        message,
        remedy: 'Wait; the lock ends with the process that holds it.',
      },
    ]
  }
}

const recentMs = 7 * dayMs
/** As many as fit into the error log before it turns over. */
const mostErrors = 10_000

/** Troubles that did not fail a command, by the part of the program that met them. */
export function checkErrors({ paths, ports }: Vault): Finding[] {
  const recent = readErrors(paths, mostErrors).filter(({ at }) => Date.parse(at) > ports.now() - recentMs)
  const bySubsystem = Map.groupBy(recent, ({ subsystem }) => subsystem)
  return [...bySubsystem].map(([subsystem, [newest, ...older]]) => ({
    code: 'errors-logged',
    severity: 'warning',
    subject: subsystem,
    message: `${plural(older.length + 1, 'failure')} in the last 7 days, the newest at ${newest?.at}: ${newest?.message.split('\n')[0]}.`,
    remedy: `See ${paths.errors}.`,
  }))
}

/** Hand edits of compiled files, and whatever else was taken out of the way: a person decides what becomes of it. */
export function checkQuarantine({ paths }: Vault): Finding[] {
  const names = listNames(paths.quarantine)
  const edits = names.filter((name) => /\.edited\.\d+(?:-\d+)?$/.test(name))
  const others = names.length - edits.length
  const findings: Finding[] = edits.map((name) => ({
    code: 'view-edited',
    severity: 'info',
    subject: `.sync/quarantine/${name}`,
    message: 'A compiled file was edited by hand; the edit was set aside here, because the file is written anew.',
    remedy: 'Take what is in it over into the records, and remove it.',
  }))
  if (others > 0) {
    const message = `${plural(others, 'file')} of damaged or replaced content ${others === 1 ? 'was' : 'were'} set aside.`
    findings.push({
      code: 'quarantine',
      severity: 'info',
      subject: '.sync/quarantine',
      message,
      remedy: 'Remove what you do not miss.',
    })
  }
  return findings
}

export function checkLeftovers({ paths }: Vault): Finding[] {
  return findLeftovers(paths).map((path) => ({
    code: 'temporary-left',
    severity: 'warning',
    subject: relative(paths.root, path),
    message: 'It is the half-written file of a process that has died.',
    remedy: fixRemedy,
  }))
}

/** Temporary files (`name.PID-N.tmp`, see `replaceFile`) whose process is no more. */
export function findLeftovers({ root, events, projects, local }: VaultPaths): string[] {
  const top = listNames(root).map((name) => join(root, name))
  const below = [events, projects, local].flatMap((folder) => listNames(folder, true).map((name) => join(folder, name)))
  return [...top, ...below].filter((path) => {
    const pid = /\.(\d+)-\d+\.tmp$/.exec(path)?.[1]
    return pid !== undefined && !isAlive(Number(pid))
  })
}

function listNames(folder: string, recursive = false): string[] {
  try {
    return readdirSync(folder, { recursive, encoding: 'utf8' }).sort()
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return []
    throw error
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return findErrno(error) === 'EPERM'
  }
}
