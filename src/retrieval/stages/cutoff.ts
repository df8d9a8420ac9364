/** Ends the list where the scores fall off: what follows a gap is there because something had to be. */
import type { Stage } from './stage.ts'

export const cutoffStage: Stage = {
  name: 'cutoff',
  apply: (candidates, { profile: { cutoff } }) => {
    if (cutoff === undefined) return { candidates }
    const { least, drop } = cutoff
    const at = candidates.findIndex(
      ({ score }, index) => index >= Math.max(1, least) && score < (candidates[index - 1]?.score ?? 0) * (1 - drop),
    )
    if (at < 0) return { candidates }
    const gap = 1 - (candidates[at]?.score ?? 0) / (candidates[at - 1]?.score ?? 1)
    return { candidates: candidates.slice(0, at), detail: { position: at, gap } }
  },
}
