/** The answers of `memo log tail`, `show` and `verify` with `--json`. */
import * as z from 'zod'
import { EventHeader, type StoredEvent } from '../../events/schema.ts'
import { storedEvents } from './event-line.ts'

const opaqueEvent = EventHeader.extend({ data: z.never().optional().describe('is not there') }).describe(
  'An event of a type that this version does not know, or one whose data was taken out.',
)

const event: z.ZodType<StoredEvent | z.infer<typeof opaqueEvent>> = z.union([...storedEvents, opaqueEvent])

export const tailResult = z.object({
  events: z.array(event).describe('the newest that match, the newest last'),
  total: z.int().min(0).describe('how many match in all'),
})

export const showResult = z.object({ event: event.describe('the event') })

const finding = z.object({
  code: z
    .enum(['torn', 'damaged', 'chain', 'sequence', 'fork', 'duplicate', 'foreign', 'redacted'])
    .describe('what is wrong; torn and redacted are no damage'),
  file: z.string().describe('path of the segment, relative to the vault'),
  line: z.int().min(0).describe('number of the line, from 1; 0 when the whole segment is missing'),
  writer: z.string().describe('whose log it is'),
  segment: z.int().min(0).describe('number of the segment'),
  offset: z.int().min(0).describe('bytes before the line in its segment'),
  message: z.string().describe('one sentence'),
})

const totals = z.object({
  writers: z.int().min(0).describe('logs'),
  segments: z.int().min(0).describe('files'),
  events: z.int().min(0).describe('lines that hold a sound event, repeated lines once'),
})

export const verifyResult = z.object({
  findings: z.array(finding).describe('lines that are not as they were written'),
  totals: totals.describe('what was read'),
  damaged: z.int().min(0).describe('how many findings are damage; then the exit status is 3'),
})
