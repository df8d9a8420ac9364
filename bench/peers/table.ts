/** Who is compared. The first is the one that the ratios are of. */
import { claudeMem } from './claude-mem.ts'
import { clawvault } from './clawvault.ts'
import { memhtml } from './memhtml.ts'
import { memo } from './memo.ts'
import type { Peer } from './peer.ts'
import { qmd } from './qmd.ts'
import { recoll } from './recoll.ts'
import { ripgrep } from './ripgrep.ts'

export const peers: readonly Peer[] = [memo, memhtml, qmd, claudeMem, clawvault, recoll, ripgrep]
