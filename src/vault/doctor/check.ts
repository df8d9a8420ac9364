/** One group of the doctor's questions, and what it is asked with. */
import type { Vault } from '../vault.ts'
import type { Finding } from './finding.ts'

/** How much was looked at. */
export interface Counts {
  writers: number
  segments: number
  /** Lines that hold a sound event, repeated lines once. */
  events: number
  /** Commits that changed the log, and the versions of its files in them. */
  commits: number
  versions: number
  /** Records of the index, forgotten ones too, and record files. */
  records: number
  files: number
}

/** What other checks stand on: while it is damaged, their answers would be wrong or fail. */
export type Part = 'log' | 'index'

export interface Examination {
  vault: Vault
  /** Also what costs time in proportion to the whole vault more than once. */
  deep: boolean
  /** Parts found damaged so far. */
  broken: Set<Part>
  counts: Counts
}

export interface Check {
  name: string
  /** Proves that parts of the vault agree, and so is one of those that `memo verify` makes; others advise. */
  isProof?: true
  /** Runs only while these are sound. */
  needs?: readonly Part[]
  /** An error found here breaks this part. */
  decides?: Part
  run(examination: Examination): Finding[] | Promise<Finding[]>
}
