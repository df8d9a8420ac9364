/** Everything that `memo import` can read, in the order of its help. */
import { MemoError } from '../../lib/errors.ts'
import type { ImportSource } from './source.ts'
import { adr } from './sources/adr.ts'
import { agentFiles } from './sources/agent-files.ts'
import { basicMemory } from './sources/basic-memory.ts'
import { claudeMem } from './sources/claude-mem.ts'
import { jsonl } from './sources/jsonl.ts'
import { markdown } from './sources/markdown.ts'
import { mcpMemory } from './sources/mcp-memory.ts'
import { memo } from './sources/memo.ts'
import { obsidian } from './sources/obsidian.ts'
import { specMemo } from './sources/spec-memo.ts'

export const importSources: readonly ImportSource[] = [
  ...[markdown, obsidian, specMemo, agentFiles, adr],
  ...[claudeMem, basicMemory, mcpMemory],
  ...[jsonl, memo],
]

/** Throws USAGE, with what there is, for a name that no source has. */
export function findImportSource(name: string): ImportSource {
  const source = importSources.find((each) => each.name === name)
  if (source !== undefined) return source
  throw new MemoError('USAGE', `there is nothing called ${JSON.stringify(name)} to import from`, {
    hint: `one of ${importSources.map((each) => each.name).join(', ')}`,
  })
}
