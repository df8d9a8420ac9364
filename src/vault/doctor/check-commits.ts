/** Whether the log still has what was committed to git of it. */
import { describeGitTrouble } from '../../audit/git.ts'
import { plural } from '../../lib/plural.ts'
import type { Examination } from './check.ts'
import { type Finding, fixRemedy } from './finding.ts'
import { findLostVersions, type LostVersion } from './lost-versions.ts'

/** Each version of a log file in the commits that HEAD holds or has held is a beginning of the file, or its lines are elsewhere in the log. */
export async function checkCommits({ vault, deep, counts }: Examination): Promise<Finding[]> {
  if (!deep) return []
  const { paths, log } = vault
  try {
    const history = await findLostVersions(paths.root, log.segments)
    if (history === undefined) return []
    Object.assign(counts, { commits: history.commits, versions: history.versions })
    return history.lost.map((version) => toLost(version, log.segments.name(version.writer, version.segment)))
  } catch (error) {
    return [toUnread(describeGitTrouble(error))]
  }
}

function toLost({ commit, lines }: LostVersion, subject: string): Finding {
  const message = `Commit ${commit.slice(0, 12)} holds ${plural(lines, 'event')} of it that the log has lost.`
  return { code: 'log-lost', severity: 'error', subject, message, remedy: fixRemedy }
}

function toUnread(reason: string): Finding {
  return {
    code: 'git-unread',
    severity: 'warning',
    subject: '.git',
    message: `The commits could not be compared with the log: ${reason}.`,
    remedy: 'Check the repository with "git fsck".',
  }
}
