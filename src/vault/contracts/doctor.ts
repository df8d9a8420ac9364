/** The answer of `memo doctor --json`. */
import * as z from 'zod'

const subject = z.string().describe('what it is about: a path in the vault, project/id, a setting')
const message = z.string().describe('one sentence')

export const finding = z.object({
  code: z.string().describe('what kind of finding it is; stable'),
  severity: z
    .enum(['error', 'warning', 'info'])
    .describe('error: something does not work or cannot be trusted; warning: to be looked at; info: good to know'),
  subject,
  message,
  remedy: z.string().describe('the command or action that mends it'),
})

const fixed = z.object({ code: z.string().describe('code of the finding that it mends'), subject, message })

export const doctorReport = z.object({
  vault: z.string().describe('absolute path of the vault'),
  healthy: z.boolean().describe('no finding is an error'),
  findings: z.array(finding).describe('what is not as it should be; at most 50 of one code'),
  checked: z.array(z.string()).describe('names of the checks that ran; one that needs a damaged part does not'),
  fixed: z.array(fixed).describe('with --fix: what was mended; the findings are what is left').exactOptional(),
  indexed: z.int().min(0).describe('with --rebuild: records in the index').exactOptional(),
})
