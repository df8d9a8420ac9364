/** The answer of `memo init --json`. */
import * as z from 'zod'

const git = z.object({
  state: z.enum(['created', 'present', 'unavailable']).describe('whether it is there now'),
  reason: z.string().describe('why there is none').exactOptional(),
})

export const initResult = z.object({
  vault: z.string().describe('absolute path of the vault'),
  created: z.array(z.string()).describe('parts that were made, relative to the vault; empty when all was there'),
  git: git.describe('the git repository of the vault'),
})
