/** The stages after the arms, in order. */
import { feedbackStage } from './feedback.ts'
import { fusionStage } from './fusion.ts'
import { limitStage } from './limit.ts'
import type { Stage } from './stage.ts'

export const stages: readonly Stage[] = [fusionStage, feedbackStage, limitStage]
