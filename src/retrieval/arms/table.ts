/** The arms, in the order of their fold; adding one is adding a file and a line here. */
import type { Arm } from './arm.ts'
import { entityArm } from './entity.ts'
import { exactArm } from './exact.ts'
import { factArm } from './fact.ts'
import { graphArm } from './graph.ts'
import { keywordArm } from './keyword.ts'
import { passageArm } from './passage.ts'
import { recencyArm } from './recency.ts'
import { salienceArm } from './salience.ts'
import { semanticArm } from './semantic.ts'
import { wordsArm } from './words.ts'

export const arms: readonly Arm[] = [
  keywordArm,
  exactArm,
  passageArm,
  factArm,
  entityArm,
  graphArm,
  semanticArm,
  wordsArm,
  recencyArm,
  salienceArm,
]
