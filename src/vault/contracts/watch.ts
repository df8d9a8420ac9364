/** The lines of `memo watch --json`, each an object of its own; the last one is `ended`. */
import * as z from 'zod'
import { recordKey } from './record-parts.ts'

export const watchLine = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('ready').describe('everything was looked at; from now on edits are taken in as they happen'),
    vault: z.string().describe('absolute path of the vault'),
    poll: z.number().nullable().describe('seconds between two looks; null if the system tells of changes'),
  }),
  z.object({
    type: z.literal('adopted').describe('a hand edit became an event'),
    event: z.string().describe('id of the event'),
    at: z.string().describe('when'),
    change: z.string().describe('type of the event: record.upserted, record.archived'),
    ...recordKey,
  }),
  z.object({
    type: z.literal('folded').describe('what another clone had logged was folded'),
    writer: z.string().describe('id of the clone'),
    events: z.int().min(1).describe('how many events'),
  }),
  z.object({
    type: z.literal('note').describe('what a person should know'),
    text: z.string().describe('in words'),
  }),
])

export const watchEnd = z.object({
  type: z.literal('ended').describe('the watch is over'),
  adopted: z.int().min(0).describe('edits taken in'),
  folded: z.int().min(0).describe('events of other clones folded'),
})
