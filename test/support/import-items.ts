/** What a source yields, as a test looks at it. */
import type { ImportItem, ImportSource, ReadOptions } from '../../src/vault/import/source.ts'

export async function readItems(
  source: ImportSource,
  paths: readonly string[],
  options: Partial<ReadOptions> = {},
): Promise<ImportItem[]> {
  const items: ImportItem[] = []
  const defaults: ReadOptions = { cwd: '/', kind: undefined, bodyBytes: 64 * 1024, isKnown: () => false }
  for await (const item of source.read(paths, { ...defaults, ...options })) items.push(item)
  return items
}
