/** The stages after the arms, in order. */
import { cutoffStage } from './cutoff.ts'
import { diversifyStage } from './diversify.ts'
import { feedbackStage } from './feedback.ts'
import { fusionStage } from './fusion.ts'
import { limitStage } from './limit.ts'
import { polarityStage } from './polarity.ts'
import { recencyStage } from './recency.ts'
import { seriesStage } from './series.ts'
import { similarityStage } from './similarity.ts'
import type { Stage } from './stage.ts'
import { turnsStage } from './turns.ts'

export const stages: readonly Stage[] = [
  fusionStage,
  similarityStage,
  seriesStage,
  turnsStage,
  recencyStage,
  feedbackStage,
  polarityStage,
  diversifyStage,
  cutoffStage,
  limitStage,
]
