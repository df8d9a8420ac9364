/** The flags of the command line whose parameter of a route is called otherwise. */
import type { Renamed } from '../lib/parameter-names.ts'

export const renamed: Renamed = { all: 'crossProject', ephemeral: 'includeEphemeral', scratch: 'includeScratch' }
