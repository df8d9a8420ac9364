/** Whether the log still holds what was signed of it, and who signed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSignature, hasAllowedSigners, type Signed } from '../../audit/signature.ts'
import type { SegmentStore } from '../../events/segments.ts'
import { findLostHeads, type Head, SignedHeads, signedFile, signedText } from '../../events/signed-heads.ts'
import { walkWriter } from '../../events/walk.ts'
import { findErrno } from '../../lib/errors.ts'
import type { Finding } from '../doctor/finding.ts'
import type { Vault } from '../vault.ts'

export interface CheckedSignature {
  /** Relative to the vault. */
  file: string
  /** The clone that signed; undefined in a file that cannot be read. */
  writer?: string
  at?: string
  /** `unreadable`: the file is not as `memo sign` writes it. */
  state: Signed['state'] | 'unreadable'
  by?: string
  /** Logs that it stands for. */
  logs: number
}

export interface SignatureCheck {
  signatures: CheckedSignature[]
  findings: Finding[]
}

const signAgain = 'Find out what happened, mend it, and run memo sign.'

/** Throws UNSUPPORTED when the program that checks a signature is not installed. */
export async function checkSignatures(vault: Vault): Promise<SignatureCheck> {
  const { paths, log } = vault
  const files = log.segments.writers().flatMap((writer) => readSigned(paths.root, writer) ?? [])
  const check: SignatureCheck = { signatures: [], findings: files.length === 0 ? [unsigned] : [] }
  for (const { file, signed } of files) {
    if (signed === undefined) {
      check.signatures.push({ file, state: 'unreadable', logs: 0 })
      check.findings.push(toFinding('signature-unreadable', file, 'The file is not as memo sign writes it.'))
      continue
    }
    const { writer, at, heads } = signed
    const { state, by } = await checkSignature(paths.root, signedText(signed), signed)
    check.signatures.push({ file, writer, at, state, by, logs: Object.keys(heads).length })
    if (state !== 'good') check.findings.push(await toDoubt(paths.root, file, { state, by }))
    if (state !== 'bad') check.findings.push(...tellLost(log.segments, signed, by))
  }
  return check
}

const unsigned: Finding = {
  code: 'signature-missing',
  severity: 'error',
  subject: 'events',
  message: 'Nothing of the log is signed.',
  remedy: 'memo sign',
}

function readSigned(root: string, writer: string): { file: string; signed: SignedHeads | undefined } | undefined {
  const file = `events/${writer}/${signedFile}`
  try {
    const signed = SignedHeads.safeParse(JSON.parse(readFileSync(join(root, file), 'utf8')))
    return { file, signed: signed.success && signed.data.writer === writer ? signed.data : undefined }
  } catch (error) {
    if (findErrno(error) === 'ENOENT') return undefined
    if (error instanceof SyntaxError) return { file, signed: undefined }
    throw error
  }
}

/** Without a list of who may sign, a sound signature proves only that one key made it. */
async function toDoubt(root: string, file: string, { state, by }: Signed): Promise<Finding> {
  if (state === 'bad') return toFinding('signature-bad', file, `The signature by ${by} is not of what the file says.`)
  const finding = toFinding('signature-unknown', file, `It is signed by ${by}, which is not known here.`)
  if (await hasAllowedSigners(root)) return finding
  const remedy = 'Set gpg.ssh.allowedSignersFile in git config, or take the key into the key ring.'
  return { ...finding, severity: 'warning', remedy }
}

function tellLost(segments: SegmentStore, signed: SignedHeads, by: string): Finding[] {
  const lost = findLostHeads(segments, signed)
  const moved = lost.length === 0 ? new Set<string>() : movedIds(segments)
  return lost.map(({ writer, head }) => {
    const said = `signed by ${by} at ${signed.at}`
    if (moved.has(head.id)) return toMoved(writer, said)
    const what = isShorter(segments, writer, head) ? 'The log ends before' : 'The log is another one than'
    return toFinding('signed-lost', `events/${writer}`, `${what} event ${head.seq}, ${said}.`)
  })
}

function isShorter(segments: SegmentStore, writer: string, { segment, offset }: Head): boolean {
  return (segments.size(writer, segment) ?? 0) < offset
}

/** Of events that the end of a fork moved; their lines have another place and another hash now. */
function movedIds(segments: SegmentStore): Set<string> {
  const ids = new Set<string>()
  for (const writer of segments.writers().filter((each) => each.startsWith('fork-'))) {
    for (const { sound } of walkWriter(segments, writer)) if (sound !== undefined) ids.add(sound.header.id)
  }
  return ids
}

function toMoved(writer: string, said: string): Finding {
  const message = `The last event ${said} was moved to another log when a fork was mended.`
  return { code: 'signed-moved', severity: 'warning', subject: `events/${writer}`, message, remedy: 'memo sign' }
}

function toFinding(code: string, subject: string, message: string): Finding {
  return { code, severity: 'error', subject, message, remedy: signAgain }
}
