/** The answer of `memo import markdown --json`. */
import * as z from 'zod'

const rejected = z.object({
  file: z.string().describe('path as it was found'),
  code: z.string().describe('as in an error'),
  message: z.string().describe('what is wrong with it'),
})

export const importResult = z.object({
  files: z.int().min(0).describe('files that were read'),
  created: z.int().min(0).describe('records that are new'),
  changed: z.int().min(0).describe('records that were changed'),
  unchanged: z.int().min(0).describe('files that were stored already'),
  rejected: z.array(rejected).describe('files that cannot be taken in; then the exit status is 1'),
})
