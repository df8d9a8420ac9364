/** What `memo completion --json` answers. */
import * as z from 'zod'

export const completionScript = z.object({
  shell: z.enum(['bash', 'zsh', 'fish']).describe('the shell that it is for'),
  script: z.string().describe('what the shell is to source'),
})
