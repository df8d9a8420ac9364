/** Following one record through the stages of a search: at which place it stood after each, and what it was then. */
import type { Candidate } from './candidate.ts'

export interface WatchedStep {
  /** `arms` for what the rankers found. */
  stage: string
  /** From 1, in the order after that stage; null where it is not among them. */
  place: number | null
}

export interface Watched {
  steps: WatchedStep[]
  /** As the last stage that let it pass left it; undefined where no arm found it. */
  candidate: Candidate | undefined
}

/** Begins with what the arms found, which is in no order yet. */
export function watch(key: number, found: readonly Candidate[]): Watched {
  const candidate = found.find((each) => each.key === key)
  return { steps: [{ stage: 'arms', place: candidate === undefined ? null : found.indexOf(candidate) + 1 }], candidate }
}

export function noteStep(watched: Watched, key: number, stage: string, after: readonly Candidate[]): void {
  const index = after.findIndex((each) => each.key === key)
  watched.steps.push({ stage, place: index < 0 ? null : index + 1 })
  if (index >= 0) watched.candidate = after[index]
}
