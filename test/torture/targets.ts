/** Which step of a program a fault is to meet. */
import { pick, type Random } from '../support/seeded-random.ts'
import type { Step } from './steps.ts'

export interface Target {
  operation: number
  /** 1-based, of the steps of the operation that are concerned. */
  at: number
  step: Step
}

/** Groups of steps that a kill may come in front of, or within (`torn`, of the log). */
export const groups = ['files', 'sqlite', 'torn'] as const

const changing = ['open-write', 'write', 'sync', 'change']

export function isOf(group: string, step: Step): boolean {
  if (group === 'sqlite') return step.class === 'run'
  if (group === 'torn') return step.name === 'writeSync' && step.path.endsWith('.jsonl')
  return changing.includes(step.class)
}

/** One of the steps that are concerned, each as likely; undefined where there is none. */
export function pickTarget(
  random: Random,
  steps: readonly (readonly Step[])[],
  isConcerned: (step: Step) => boolean,
): Target | undefined {
  const targets = steps.flatMap((each, operation) =>
    each.filter(isConcerned).map((step, index) => ({ operation, at: index + 1, step })),
  )
  return targets.length === 0 ? undefined : pick(random, targets)
}
