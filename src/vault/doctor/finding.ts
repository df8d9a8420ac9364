/** What the doctor says: one thing that is not as it should be, and what mends it. */
import { findErrno } from '../../lib/errors.ts'

export type Severity = 'error' | 'warning' | 'info'

export interface Finding {
  /** Stable, for programs: `log-damaged`, `file-unreadable`. */
  code: string
  /** `error`: something does not work or cannot be trusted. `warning`: to be looked at. `info`: good to know. */
  severity: Severity
  /** What it is about: a path in the vault, `project/id`, a setting. */
  subject: string
  /** One sentence. */
  message: string
  /** The command or action that mends it. */
  remedy: string
}

export interface DoctorResult {
  /** No finding is an error. */
  healthy: boolean
  findings: Finding[]
  /** Names of the checks that ran; one that needs a damaged part does not. */
  checked: string[]
}

export const fixRemedy = 'memo doctor --fix'

const moveAside = 'Something else stands in the place of a file or folder of the vault: move it aside.'
const checkOwner = 'Check the owner and permissions of the vault.'

const remedies: { readonly [errno: string]: string } = {
  ...{ ENOTDIR: moveAside, EISDIR: moveAside },
  SQLITE_CANTOPEN: `${moveAside} memo.sqlite is made anew from the log.`,
  ...{ EACCES: checkOwner, EPERM: checkOwner, EROFS: checkOwner },
}

/** For what is no finding of its own. What the system refused a person can mend; the rest is a fault of memo. */
export function remedyOf(error: unknown): string {
  return remedies[findErrno(error) ?? ''] ?? 'Run it again with MEMO_DEBUG=1 and report what it prints.'
}

/** Findings of one kind that are listed one by one; a vault that lost a folder has thousands of them. */
const mostOfOneCode = 50

export function toDoctorResult(findings: readonly Finding[], checked: string[]): DoctorResult {
  return { healthy: findings.every(({ severity }) => severity !== 'error'), findings: capped(findings), checked }
}

/** The first of each code, and how many more there are. */
function capped(findings: readonly Finding[]): Finding[] {
  const counts = new Map<string, number>()
  const shown = findings.filter(({ code }) => {
    const count = (counts.get(code) ?? 0) + 1
    counts.set(code, count)
    return count <= mostOfOneCode
  })
  const rest = [...counts].flatMap(([code, count]) => {
    const last = shown.findLast((finding) => finding.code === code)
    const more = count - mostOfOneCode
    return last === undefined || more <= 0
      ? []
      : [{ ...last, subject: `${more} more`, message: `There are ${more} more of this kind.` }]
  })
  return [...shown, ...rest]
}
