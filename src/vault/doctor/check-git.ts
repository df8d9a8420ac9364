/** Whether git can keep the vault: what stands in the way of a commit, and what never gets into one. */

import { relative } from 'node:path'
import { inspectRepository, type RepositoryReport } from '../../audit/inspect.ts'
import { plural } from '../../lib/plural.ts'
import { countWaiting } from '../committing/progress.ts'
import { findTrouble } from '../committing/trouble.ts'
import type { Vault } from '../vault.ts'
import type { Finding } from './finding.ts'

type Said = Omit<Finding, 'subject'> & { subject?: string }

export async function checkGit(vault: Vault): Promise<Finding[]> {
  const { paths, ports } = vault
  const report = await inspectRepository(paths.root)
  const said =
    report.state === 'present'
      ? [...tellState(report), ...tellLock(report, paths.root, ports.now()), ...tellIgnored(report)]
      : tellAbsence(report)
  return [...said, ...tellWaiting(vault)].map((finding) => ({ subject: '.git', ...finding }))
}

function tellAbsence({ state, reason = '' }: RepositoryReport): Said[] {
  if (state === 'missing') {
    return [
      {
        code: 'git-missing',
        severity: 'warning',
        message: 'The vault is no git repository, so it has no history and no copy elsewhere.',
        remedy: 'memo init',
      },
    ]
  }
  return [
    {
      code: 'git-unavailable',
      severity: 'warning',
      message: `Git does not answer: ${reason}.`,
      remedy: 'Install git, or check the repository with "git status".',
    },
  ]
}

function tellState({ isDetached, unfinished, hasIdentity }: RepositoryReport): Said[] {
  const said: Said[] = []
  if (unfinished !== undefined) {
    said.push({
      code: 'git-unfinished',
      severity: 'warning',
      message: `A ${unfinished} is not finished, so nothing is committed.`,
      remedy: `Finish it, or run "git ${unfinished} --abort".`,
    })
  } else if (isDetached) {
    said.push({
      code: 'git-detached',
      severity: 'warning',
      message: 'HEAD is on no branch, so commits would belong to none.',
      remedy: 'git switch to a branch.',
    })
  }
  if (!hasIdentity) {
    said.push({
      code: 'git-identity',
      severity: 'info',
      message: 'Git has no name and address for commits; memo signs as memo@localhost.',
      remedy: 'git config user.name and user.email.',
    })
  }
  return said
}

/** A commit takes moments; a lock older than this was left behind. */
const oldestLockMs = 60_000

function tellLock({ lock }: RepositoryReport, root: string, now: number): Said[] {
  if (lock === undefined || now - lock.since < oldestLockMs) return []
  const path = relative(root, lock.path)
  return [
    {
      code: 'git-lock',
      severity: 'warning',
      subject: path,
      message: 'A git process left its lock behind, so nothing is committed.',
      remedy: `Remove ${path} if no git is running.`,
    },
  ]
}

function tellIgnored({ ignored, ignoreRule }: RepositoryReport): Said[] {
  const [first] = ignored
  if (first === undefined) return []
  const message = `${plural(ignored.length, 'file')} of the vault ${ignored.length === 1 ? 'is' : 'are'} kept out of git by the rule ${ignoreRule}.`
  return [
    {
      code: 'git-ignored',
      severity: 'warning',
      subject: first,
      message,
      remedy: 'Take the rule out, or add an exception (!) to .gitignore.',
    },
  ]
}

/** What the last try failed for, where the other findings do not say it. */
function tellWaiting(vault: Vault): Said[] {
  const trouble = findTrouble(vault)
  if (trouble === undefined) return []
  const waiting = plural(countWaiting(vault), 'event')
  const message = `The last commit could not be made (${trouble.reason}); ${waiting} wait${waiting.startsWith('1 ') ? 's' : ''} for the next.`
  return [{ code: 'git-postponed', severity: 'warning', message, remedy: 'memo commit' }]
}
