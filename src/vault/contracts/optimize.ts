/** The answer of `memo optimize --json`. */
import * as z from 'zod'
import { optimizeSteps } from '../upkeep/optimize.ts'

const bytes = z.int().min(0)

export const sizes = z.object({
  log: bytes.describe('bytes of the event log'),
  index: bytes.describe('bytes of the index'),
  vectors: bytes.describe('bytes of the vectors for search by meaning'),
  git: bytes
    .nullable()
    .describe('bytes of the objects of git; null where there is no repository, or git does not answer'),
})

const step = z.object({
  what: z.enum(optimizeSteps).describe('what was tidied up'),
  outcome: z
    .enum(['done', 'needless', 'left'])
    .describe('needless: nothing was to be gained; left: something was in the way'),
  reason: z.string().describe('what was in the way').exactOptional(),
})

export const optimizeResult = z.object({
  steps: z.array(step).describe('one after the other'),
  before: sizes.describe('what the vault took before'),
  after: sizes.describe('what it takes now'),
})
