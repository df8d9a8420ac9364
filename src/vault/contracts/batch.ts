/** The answer of `memo upsert --batch --json`. */
import * as z from 'zod'
import { recordKey } from './record-parts.ts'

/** Number in the input, from 1. */
const line = z.int().min(1).describe('number of the line, from 1')

const rejected = z.object({
  line,
  code: z.string().describe('as in an error'),
  message: z.string().describe('what is wrong with it'),
})

const answered = z.object({
  line,
  outcome: z.enum(['created', 'changed', 'unchanged', 'recurred', 'rejected']).describe('what became of it'),
  ...recordKey,
})

export const batchResult = z.object({
  accepted: z.int().min(0).describe('lines that were written'),
  unchanged: z.int().min(0).describe('lines that were stored already'),
  rejected: z.array(rejected).describe('lines that cannot be written; then the exit status is 1'),
  results: z.array(answered).describe('the accepted and the unchanged lines'),
})
