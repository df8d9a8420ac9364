/** Exporting from a test vault with everything that an export can be told left as the CLI leaves it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { noNarrowing } from '../../src/record/narrowing.ts'
import { type ExportInput, type ExportResult, exportRecords } from '../../src/vault/export/export.ts'
import type { Vault } from '../../src/vault/vault.ts'

export function exportFrom(
  vault: Vault,
  target: ExportInput['target'],
  input: Partial<ExportInput> = {},
): Promise<ExportResult> {
  return exportRecords(vault, {
    ...noNarrowing,
    ...{ kinds: undefined, statuses: undefined, query: undefined, limit: undefined, asOf: undefined },
    ...{ isLive: false, includeScratch: false, includeExpired: false, force: false, sort: 'relevance' as const },
    ...{ projects: [], allProjects: true, cwd: vault.paths.root, format: 'jsonl', target },
    ...input,
  })
}

/** What the export writes, as text. */
export async function exportText(vault: Vault, input: Partial<ExportInput> = {}): Promise<string> {
  const out = join(vault.paths.root, '..', 'export.out')
  await exportFrom(vault, out, input)
  return readFileSync(out, 'utf8')
}

/** The records of a jsonl export. */
export async function exportLines(
  vault: Vault,
  input: Partial<ExportInput> = {},
): Promise<{ id: string; [field: string]: unknown }[]> {
  const text = await exportText(vault, input)
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
}
