/** The answers of `memo verify` and `memo sign` with `--json`. */
import * as z from 'zod'
import { finding } from './doctor.ts'

const at = z.string().describe('when it was signed, by the clock of that clone')
const file = z.string().describe('where the signature stands, relative to the vault')

const counts = z.object({
  writers: z.int().min(0).describe('logs'),
  segments: z.int().min(0).describe('files of them'),
  events: z.int().min(0).describe('lines that hold a sound event, repeated lines once'),
  commits: z.int().min(0).describe('commits that changed the log'),
  versions: z.int().min(0).describe('versions of its files in them'),
  records: z.int().min(0).describe('records of the index, forgotten ones too'),
  files: z.int().min(0).describe('record files'),
})

const signature = z.object({
  file,
  writer: z.string().describe('the clone that signed; not there when the file cannot be read').exactOptional(),
  at: at.exactOptional(),
  state: z
    .enum(['good', 'unknown', 'bad', 'unreadable'])
    .describe('good: by one who may; unknown: sound, and nobody says whose key it is; bad: not of what the file says'),
  by: z.string().describe('who signed: a name, else the key').exactOptional(),
  logs: z.int().min(0).describe('logs that it stands for'),
})

export const verifyResult = z.object({
  vault: z.string().describe('absolute path of the vault'),
  sound: z.boolean().describe('no finding is an error; otherwise the exit status is 3'),
  findings: z.array(finding).describe('what does not agree, all of it'),
  checked: z.array(z.string()).describe('names of the checks that ran; one that needs a damaged part does not'),
  counts: counts.describe('how much was looked at'),
  signatures: z.array(signature).describe('with --signed: whose signatures there are').exactOptional(),
})

export const signResult = z.object({
  file,
  writer: z.string().describe('the clone that signs'),
  at,
  format: z.enum(['ssh', 'openpgp']).describe('what made it'),
  logs: z.int().min(0).describe('logs that it stands for'),
  events: z.int().min(0).describe('events in them'),
})
