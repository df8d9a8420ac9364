/** `memo sign`: a signature over the ends of all logs as they are now. */
import { join } from 'node:path'
import { signText } from '../../audit/signature.ts'
import { type Head, type SignedHeads, signedFile, signedText } from '../../events/signed-heads.ts'
import { isDamaging, verifyLog } from '../../events/verify.ts'
import { replaceFile } from '../../lib/durable-file.ts'
import { MemoError } from '../../lib/errors.ts'
import { markDue } from '../../projections/index/due-rows.ts'
import { toIso } from '../../record/times.ts'
import { ownWriter } from '../append.ts'
import { write } from '../refresh.ts'
import { loadReaders, type Vault } from '../vault.ts'

export interface SignResult {
  /** Relative to the vault. */
  file: string
  writer: string
  at: string
  format: SignedHeads['format']
  /** Logs, and the events in them, that the signature stands for. */
  logs: number
  events: number
}

/**
 * Signs with the key file, or with the key that git's settings name. Throws INTEGRITY for a log that is damaged now,
 * REFUSED for one without events, and what `signText` throws.
 */
export async function signVault(vault: Vault, key: string | undefined): Promise<SignResult> {
  await loadReaders(vault)
  const { writer, heads } = await write(vault, { label: 'sign' }, () => readHeads(vault))
  const at = toIso(vault.ports.now())
  const text = signedText({ writer, at, heads })
  const { format, signature } = await signText({ root: vault.paths.root, text, key })
  const signed: SignedHeads = { v: 1, writer, at, heads, format, signature }
  const file = `events/${writer}/${signedFile}`
  const bytes = Buffer.from(`${JSON.stringify(signed, undefined, 2)}\n`)
  // A key that waits to be touched takes a while, and another process may have replaced the index meanwhile.
  await write(vault, { label: 'sign' }, () => {
    replaceFile(join(vault.paths.root, file), bytes, { durable: true })
    markDue(vault.projections.db, file)
  })
  const events = Object.values(heads).reduce((sum, { seq }) => sum + seq, 0)
  return { file, writer, at, format, logs: Object.keys(heads).length, events }
}

/** Who signs says that the log is sound, so it is read whole. */
function readHeads(vault: Vault): { writer: string; heads: { [writer: string]: Head } } {
  const { log } = vault
  const damage = verifyLog(log.segments).findings.find(isDamaging)
  if (damage !== undefined) {
    throw new MemoError('INTEGRITY', `${damage.file} line ${damage.line} is not sound, so nothing is signed`, {
      hint: 'run "memo verify" to see the extent and "memo doctor --fix" to mend it',
    })
  }
  const writer = ownWriter(vault)
  const ends = log.segments.writers().map((each) => [each, log.end(each)] as const)
  const heads = Object.fromEntries(
    ends
      .filter(([, { seq }]) => seq > 0)
      .map(([each, { segment, offset, seq, id, hash }]) => [each, { segment, offset, seq, id, hash }]),
  )
  if (heads[writer] === undefined) {
    throw new MemoError('REFUSED', 'this clone has written nothing yet, so it has no log to sign in', {
      hint: 'write a record first',
    })
  }
  return { writer, heads }
}
