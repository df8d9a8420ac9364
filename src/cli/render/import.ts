/** What an import did, for a person. */
import type { ImportResult } from '../../vault/import-markdown.ts'
import { toHarmless } from '../harmless.ts'

export function renderImport({ files, created, changed, unchanged, rejected }: ImportResult): string {
  const read = `${files} ${files === 1 ? 'file' : 'files'}`
  return `Read ${read}: ${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected.length} rejected.`
}

/** One line a file, for stderr. */
export function renderRejectedFiles({ rejected }: ImportResult): string {
  return rejected.map(({ file, message }) => `${toHarmless(`${file}: ${message}`)}\n`).join('')
}
