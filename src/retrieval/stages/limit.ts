/** The page that was asked for. */
import type { Stage } from './stage.ts'

export const limitStage: Stage = {
  name: 'limit',
  apply: (candidates, { offset, limit }) => ({ candidates: candidates.slice(offset, offset + limit) }),
}
