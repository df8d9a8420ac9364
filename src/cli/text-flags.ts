/** The flags that give the text of a record. */
import * as Flags from '@oclif/core/flags'
import type { InferredFlags } from '@oclif/core/interfaces'
import { readBody } from './body-input.ts'

export const textFlags = {
  body: Flags.string({ exclusive: ['body-file', 'stdin'], summary: 'The text, Markdown; - is standard input.' }),
  'body-file': Flags.string({
    helpValue: 'PATH',
    exclusive: ['stdin'],
    summary: 'A file that holds the text; - is standard input.',
  }),
  stdin: Flags.boolean({ summary: 'Read the text from standard input; the same as --body -.' }),
}

/** The text that they name, or what stands on standard input; undefined where there is none. */
export async function readTextFlags(flags: InferredFlags<typeof textFlags>): Promise<string | undefined> {
  const { body, 'body-file': file, stdin } = flags
  return readBody({ text: stdin ? '-' : body, file })
}
