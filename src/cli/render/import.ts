/** What an import did, for a person. */

import { toHarmless } from '../../lib/harmless.ts'
import { plural } from '../../lib/plural.ts'
import type { ImportResult } from '../../vault/import-markdown.ts'

export function renderImport({ files, created, changed, unchanged, rejected }: ImportResult): string {
  return `Read ${plural(files, 'file')}: ${created} created, ${changed} changed, ${unchanged} unchanged, ${rejected.length} rejected.`
}

/** One line a file, for stderr. */
export function renderRejectedFiles({ rejected }: ImportResult): string {
  return rejected.map(({ file, message }) => `${toHarmless(`${file}: ${message}`)}\n`).join('')
}
