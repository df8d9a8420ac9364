/** A source is read twice and standard input only once, so what comes there is kept in a file meanwhile. */
import { createWriteStream, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeTree } from '../../../lib/remove-file.ts'

let kept: Promise<string> | undefined

/** Path of the file, which goes with the process. */
export function keepStandardInput(): Promise<string> {
  kept ??= keep()
  return kept
}

async function keep(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'memo-import-'))
  process.once('exit', () => removeTree(folder))
  const path = join(folder, 'standard-input')
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
  return path
}
