/** The answer of `memo setup --json`. */
import * as z from 'zod'
import { agentNames, setupScopes } from '../setup/setup.ts'

export const setupResult = z.object({
  agent: z.enum(agentNames).describe('whose settings they are'),
  scope: z.enum(setupScopes).describe('user: for every project of this user; project: for all who work in this one'),
  action: z.enum(['add', 'remove', 'print']).describe('print: nothing was read or written'),
  written: z.boolean().describe('whether anything was written'),
  files: z
    .array(
      z.object({
        path: z.string().describe('absolute path of the settings file'),
        change: z.enum(['create', 'change', 'delete', 'none']).describe('what becomes of the file'),
        diff: z.string().describe('hunks of a unified diff; empty when nothing changes'),
        backup: z.string().nullable().describe('where the bytes from before are'),
        entry: z.string().describe('what stands of memo in it, as a file of its own'),
      }),
    )
    .describe('the files that the agent reads'),
  notes: z.array(z.string()).describe('what a person has to know or do besides'),
})
