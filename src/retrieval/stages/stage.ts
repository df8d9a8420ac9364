/** A stage: one pure step from candidates to candidates. The runner records what went in and out of it. */
import type { LexicalSignals } from '../arms/arm.ts'
import type { Candidate } from '../candidate.ts'
import type { Profile } from '../profiles.ts'

export interface StageContext {
  profile: Profile
  limit: number
  offset: number
  /** Undefined when no lexical arm ran. */
  lexical: LexicalSignals | undefined
}

export interface Stage {
  name: string
  apply(candidates: readonly Candidate[], context: StageContext): readonly Candidate[]
}
