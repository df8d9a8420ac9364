/** A question to a person at the terminal. */
import { createInterface } from 'node:readline/promises'
import { MemoError } from '../lib/errors.ts'

/** Whether somebody is there to answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

interface AskOptions {
  /** Whether an empty line is a yes. */
  yes?: boolean
  /** What is so when Ctrl-C ends the command at the question. */
  stopped: string
}

/**
 * True for yes; anything else, also the end of the input, is no. On standard error: the answer of a command is not a
 * question. Throws INTERRUPTED for Ctrl-C.
 */
export async function ask(question: string, { yes = false, stopped }: AskOptions): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  let said: string | undefined
  try {
    const ended = new Promise<undefined>((resolve, reject) => {
      terminal.once('SIGINT', () => reject(new MemoError('INTERRUPTED', stopped)))
      terminal.once('close', () => resolve(undefined))
    })
    said = await Promise.race([terminal.question(`${question} ${yes ? '[Y/n]' : '[y/N]'} `), ended])
    return said?.trim() === '' ? yes : /^y(es)?$/i.test(said?.trim() ?? '')
  } finally {
    // No key has ended the line of the question.
    if (said === undefined) process.stderr.write('\n')
    terminal.close()
  }
}

/** Throws REFUSED, saying that nothing was done, unless somebody assents: in advance by `--yes`, or at the terminal; INTERRUPTED for Ctrl-C there. */
export async function assertWanted(
  question: string,
  { yes, refusal }: { yes: boolean; refusal: string },
): Promise<void> {
  if (yes) return
  if (!canAsk()) throw new MemoError('REFUSED', refusal, { hint: 'say so with --yes' })
  if (!(await ask(question, { stopped: refusal }))) throw new MemoError('REFUSED', refusal)
}
