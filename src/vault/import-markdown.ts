/**
 * `memo import markdown`: ordinary Markdown files taken in as records, with frontmatter or without. The file's path is
 * kept as `origin`, so importing again finds the same records; what is newer in them stays.
 */
import type { Kind } from '../record/vocabulary.ts'
import { importRecords } from './import/import-records.ts'
import type { MapRule } from './import/mapping.ts'
import type { ImportReport } from './import/report.ts'
import { markdown } from './import/sources/markdown.ts'
import type { UpsertPlace } from './upsert.ts'
import type { Vault } from './vault.ts'

export interface MarkdownInput extends UpsertPlace {
  /** Globs of files, or folders, relative to the working directory. */
  patterns: readonly string[]
  /** Kind of a file that does not say; its folder's name may (`traps/…`). */
  kind: Kind
  rules?: readonly MapRule[]
  dryRun?: boolean
  signal?: AbortSignal | undefined
  onProgress?: ((done: number, total: number | undefined) => void) | undefined
}

export interface ImportResult {
  files: number
  created: number
  changed: number
  unchanged: number
  rejected: { file: string; code: string; message: string }[]
  /** Nothing was written: what would be done. */
  dryRun?: true | undefined
  /** With `dryRun`: what would become of each file that is not unchanged. */
  results?: ImportReport['results'] | undefined
}

/** Imports every file that can be read as a record. Throws NOT_FOUND when the patterns match nothing. */
export async function importMarkdown(vault: Vault, { patterns, ...input }: MarkdownInput): Promise<ImportResult> {
  const report = await importRecords(vault, markdown, { paths: patterns, ...input })
  const { items: files, created, changed, unchanged, rejected, dryRun, results } = report
  return {
    ...{ files, created, changed, unchanged },
    rejected: rejected.map(({ origin, ...why }) => ({ file: origin, ...why })),
    ...(dryRun && { dryRun: true, results }),
  }
}
