/** What was tidied up, for a person. */
import { toHarmless } from '../../lib/harmless.ts'
import type { OptimizeResult, OptimizeStep } from '../../vault/upkeep/optimize.ts'
import type { Sizes } from '../../vault/upkeep/sizes.ts'
import type { Paint } from '../color.ts'
import { renderSize } from './size.ts'

const done: { [what in OptimizeStep['what']]: string } = {
  sessions: 'forgot what old sessions had used',
  search: 'merged the full-text tables',
  index: 'wrote the index anew without what was free',
  vectors: 'wrote the vectors anew without what was free',
  journal: 'brought the journal into the index',
  git: 'packed the git repository',
}

export function renderOptimize({ steps, before, after }: OptimizeResult, paint: Paint): string {
  const lines = steps.flatMap(({ what, outcome, reason }) => {
    if (outcome === 'needless') return []
    if (outcome === 'done') return [done[what]]
    return [paint('yellow', `left: ${what} (${toHarmless(reason ?? 'not possible now')})`)]
  })
  return [...lines, `Index ${toChange(before, after, 'index')}, git ${toChange(before, after, 'git')}.`].join('\n')
}

function toChange(before: Sizes, after: Sizes, part: 'index' | 'git'): string {
  const [from, to] = [before[part], after[part]]
  if (from === null || to === null) return 'none'
  return from === to ? `${renderSize(to)} as before` : `${renderSize(from)} → ${renderSize(to)}`
}
