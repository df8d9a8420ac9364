/** The flags that narrow down which records are meant, the same for every command that lists some. */
import * as Flags from '@oclif/core/flags'
import { kindNames, statuses } from '../record/vocabulary.ts'

/** Given more than once, or as a list with commas. */
export const severalWords = { multiple: true, multipleNonGreedy: true, delimiter: ',' } as const

export const allFlag = Flags.boolean({
  aliases: ['cross-project'],
  exclusive: ['project'],
  summary: 'In all projects.',
})

export const layerFlag = Flags.string({ summary: 'Only records about this layer of the product.' })

export const scopeFlags = {
  kind: Flags.option({ ...severalWords, options: kindNames, summary: 'Only these kinds.' })(),
  status: Flags.option({ ...severalWords, options: statuses, summary: 'Only records of these statuses.' })(),
  tag: Flags.string({ multiple: true, multipleNonGreedy: true, summary: 'Only records that have all these tags.' }),
  path: Flags.string({ summary: 'Only records about this path of the project.' }),
  all: allFlag,
  offset: Flags.integer({ min: 0, default: 0, summary: 'How many to leave out first.' }),
  'include-expired': Flags.boolean({ summary: 'Expired records too.' }),
}
