/** The flags that give the text of a record. */
import * as Flags from '@oclif/core/flags'
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

interface TextFlagValues {
  body?: string | undefined
  'body-file'?: string | undefined
  stdin: boolean
}

/** The text that they name, or what stands on standard input; undefined where there is none. */
export async function readTextFlags({ body, 'body-file': file, stdin }: TextFlagValues): Promise<string | undefined> {
  return readBody({ text: stdin ? '-' : body, file })
}
