/** What one run found, as it stands in bench/results/peers.json. */
import type { Rounds } from './costs.ts'
import type { Limits, SetQuality } from './quality.ts'
import type { PeerCosts } from './runner.ts'

export interface Results {
  machine: { node: string; cpu: string; cores: number; memoryGb: number }
  quick: boolean
  rounds: Rounds
  limits: Limits
  peers: PeerResult[]
  corpora: CorpusResult[]
  quality: SetQuality[]
}

export interface PeerResult {
  name: string
  source: string
  differences: readonly string[]
  version?: string
  installedMb?: number
  /** Why it is not here. */
  failed?: string
}

export interface CorpusResult {
  name: string
  what: string
  documents: number
  megabytes: number
  sha256: string
  peers: PeerCosts[]
}
