/** The answer of `memo undo --json`. */
import * as z from 'zod'
import { EventHeader } from '../../events/schema.ts'
import { undoOutcomes } from '../../events/undo.ts'
import { changes, overwritten } from './history.ts'
import { recordKey } from './record-parts.ts'

const command = z.object({
  first: z.string().describe('id of its first event'),
  last: z.string().describe('id of its last event'),
  at: EventHeader.shape.at,
  actor: EventHeader.shape.actor,
  events: z.int().min(1).describe('how many events it wrote'),
  guessed: z
    .boolean()
    .describe('nothing was noted of it: what was written in one millisecond is taken for one command'),
})

const undone = z.object({
  ...recordKey,
  outcome: z.enum(undoOutcomes).describe('what became of the record; left: it is as it was'),
  changes,
  bodyDiff: z.string().describe('of the text: the hunks of a unified diff; missing where it stayed').exactOptional(),
  left: z.array(overwritten).describe('what others wrote since, which stays; record for its being there at all'),
  kept: z.array(z.string()).describe('types of events that cannot be taken back'),
})

export const undoResult = z.object({
  command: command.describe('what is taken back'),
  records: z.array(undone).describe('the records that it changed'),
  events: z.array(z.string()).describe('ids of the events that were written; none with --dry-run'),
  dryRun: z.boolean().describe('whether it is only said'),
})
