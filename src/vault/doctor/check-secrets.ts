/**
 * Secrets that are in the vault already: from before there was a gate, from another clone, or let in on purpose. A finding
 * says where one stands and of which kind it is, and never what it is. One line of the log and one file at a time.
 */
import { join } from 'node:path'
import { type Line, splitLines, tryDecode } from '../../events/lines.ts'
import type { SegmentStore } from '../../events/segments.ts'
import { findErrno } from '../../lib/errors.ts'
import { readRegularText } from '../../lib/regular-file.ts'
import { listFileProblems } from '../../projections/index/file-rows.ts'
import { describeSecret, findSecrets } from '../../record/secrets/find-secrets.ts'
import { mayHoldSecret } from '../../record/secrets/hint.ts'
import { describeFieldSecret, type FieldSecret, findSecretsIn } from '../../record/secrets/in-fields.ts'
import { isSecretProblem } from '../refuse-secret-file.ts'
import type { Vault } from '../vault.ts'
import type { Finding } from './finding.ts'
import { listMarkdown } from './markdown-files.ts'

/** Nothing where the settings say that secrets are no concern. */
export function checkSecrets(vault: Vault): Finding[] {
  if (vault.config.capture.secrets === 'off') return []
  return [...findInLog(vault.log.segments), ...findInFiles(vault)]
}

function* findInLog(segments: SegmentStore): Generator<Finding> {
  for (const writer of segments.writers()) {
    for (const segment of segments.list(writer)) {
      let number = 0
      for (const line of splitLines(segments.read(writer, segment, 0), 0)) {
        number += 1
        const secrets = readSecrets(line)
        if (secrets !== undefined) yield toLogFinding(`${segments.name(writer, segment)}:${number}`, secrets)
      }
    }
  }
}

interface LineSecrets {
  /** What the line is about, for a person; of a record its `project/id`. */
  about: string
  isRecord: boolean
  secrets: readonly [FieldSecret, ...FieldSecret[]]
}

function readSecrets(line: Line): LineSecrets | undefined {
  if (!mayHoldSecret(line.bytes.toString())) return undefined
  const decoded = tryDecode(line)
  if (typeof decoded === 'string') return undefined
  const { set, ...rest } = decoded.data as Told
  const [first, ...more] = findSecretsIn({ ...rest, ...set })
  return first && { about: aboutOf(rest), isRecord: rest.id !== undefined, secrets: [first, ...more] }
}

/** What an event says of itself, as far as it is of use here. */
interface Told {
  set?: object
  project?: string
  id?: string
}

/** A logged search is about no project: it names those where it looked, or none. */
function aboutOf({ project, id }: Told): string {
  if (project === undefined) return 'a search'
  return id === undefined ? `project ${project}` : `${project}/${id}`
}

const cleaning = 'docs/secrets.md says how it is taken out of the log and of git’s history'

function toLogFinding(subject: string, { about, isRecord, secrets: [first, ...more] }: LineSecrets): Finding {
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  return {
    code: 'secret-logged',
    severity: 'warning',
    subject,
    message: `In what this line says of ${about}, ${describeFieldSecret(first)}${others}.`,
    remedy: `Revoke it where it was issued; ${isRecord ? `"memo forget ${about} --redact" takes it out of the log, --redact-history if the record no longer says it; ` : ''}${cleaning}.`,
  }
}

function* findInFiles(vault: Vault): Generator<Finding> {
  const told = new Set(
    listFileProblems(vault.projections.db)
      .filter(isSecretProblem)
      .map(({ path }) => path),
  )
  for (const path of ['config.json', ...listMarkdown(vault.paths.root)]) {
    const [first, ...more] = told.has(path) ? [] : findSecrets(readText(join(vault.paths.root, path)))
    if (first === undefined) continue
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`
    yield {
      code: 'secret-in-file',
      severity: 'warning',
      subject: `${path}:${first.line}`,
      message: `The file holds ${describeSecret(first)}${others}.`,
      remedy: `Revoke it where it was issued, and write the record without it; ${cleaning}.`,
    }
  }
}

function readText(path: string): string {
  try {
    return readRegularText(path) ?? ''
  } catch (error) {
    // A folder of that name, or a file that went away or may not be read: other checks say so.
    if (findErrno(error) !== undefined) return ''
    throw error
  }
}
