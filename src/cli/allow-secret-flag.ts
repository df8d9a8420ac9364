/** The way past the gate for secrets, the same for every command that stores what it is given. */
import * as Flags from '@oclif/core/flags'

export const secretFlags = {
  'allow-secret': Flags.boolean({ summary: 'Store it even if it holds what looks like a secret.' }),
}
