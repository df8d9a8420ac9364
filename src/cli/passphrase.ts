/**
 * The passphrase of a backup: from a file, from MEMO_PASSPHRASE, or typed at a terminal without being shown. Never from
 * the command line, which other users of the machine can read.
 */
import { readVariable } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'
import { readInputFile } from '../lib/input-file.ts'
import { decodeUtf8 } from '../lib/utf8.ts'
import { canAsk } from './ask.ts'

export interface PassphraseSource {
  /** From `--passphrase-file`. */
  file: string | undefined
  /** Ask twice: a slip of the finger would lock what is written with it. */
  isNew: boolean
}

/** Throws USAGE where there is none, or nobody to ask; INTERRUPTED for Ctrl-C at the question. */
export async function readPassphrase({ file, isNew }: PassphraseSource): Promise<string> {
  if (file !== undefined) return readFirstLine(file)
  const variable = readVariable('MEMO_PASSPHRASE')
  if (variable !== undefined) return variable
  if (!canAsk()) {
    throw new MemoError('USAGE', 'there is no passphrase, and no terminal to ask for it', {
      hint: 'use --passphrase-file or set MEMO_PASSPHRASE',
    })
  }
  const { askSecret } = await import('./prompts.ts')
  const typed = await askSecret('Passphrase:')
  if (typed === '') throw new MemoError('USAGE', 'the passphrase is empty')
  if (isNew && (await askSecret('Once more:')) !== typed) {
    throw new MemoError('USAGE', 'the two passphrases are not the same', { hint: 'try again' })
  }
  return typed
}

/** A path, for the file's own rights keep it secret; one line break at the end does not belong to it. */
async function readFirstLine(path: string): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readInputFile(path)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > 65_536) throw new MemoError('USAGE', `${path} is too large for a passphrase`)
  }
  const text = decodeUtf8(Buffer.concat(chunks))?.replace(/\r?\n$/, '')
  if (text === undefined || text === '' || text.includes('\n')) {
    throw new MemoError('USAGE', `${path} does not hold a passphrase`, { hint: 'put it there as one line' })
  }
  return text
}
