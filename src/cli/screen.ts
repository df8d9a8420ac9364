/** Whether there is a terminal that a program can draw on and read keys from. */
import { type Environment, readEnvironment } from '../config/environment.ts'
import { MemoError } from '../lib/errors.ts'

interface Terminal {
  environment: Pick<Environment, 'ci' | 'term'>
  isInputTty: boolean
  isOutputTty: boolean
}

/** Throws USAGE where there is none, or nobody before it. */
export function assertScreen(terminal: Terminal = thisTerminal()): void {
  const missing = findMissing(terminal)
  if (missing === undefined) return
  throw new MemoError('USAGE', `memo tui needs a terminal: ${missing}`, {
    hint: 'use "memo search", which prints what it finds',
  })
}

function thisTerminal(): Terminal {
  const isInputTty = process.stdin.isTTY === true
  return { environment: readEnvironment(), isInputTty, isOutputTty: process.stdout.isTTY === true }
}

function findMissing({ environment: { ci, term }, isInputTty, isOutputTty }: Terminal): string | undefined {
  if (!isInputTty) return 'standard input is none'
  if (!isOutputTty) return 'standard output is none'
  if (term === undefined || term === '' || term === 'dumb') return 'TERM says that it can only print lines'
  return ci ? 'CI is set, so nobody sits before it' : undefined
}
