/** The flags of the command line whose parameter of a tool is called otherwise. */
import type { Renamed } from '../lib/parameter-names.ts'

export const renamed: Renamed = {
  all: 'crossProject',
  // Not a parameter: that a secret may be stored is for a person to say.
  'allow-secret': '--allow-secret',
  kind: 'kinds',
  project: 'projectId',
  scratch: 'includeScratch',
  tag: 'tags',
}
