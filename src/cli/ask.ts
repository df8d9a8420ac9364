/** A question to a person at the terminal. */
import { createInterface } from 'node:readline/promises'
import { MemoError } from '../lib/errors.ts'

/** Whether somebody is there to answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/**
 * True for yes; anything else, also the end of the input, is no. On standard error: the answer of a command is not a
 * question. With `yes`, an empty line is a yes.
 */
export async function ask(question: string, { yes = false } = {}): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const ended = new Promise<string>((resolve) => {
      terminal.once('close', () => resolve('no'))
    })
    const asked = terminal.question(`${question} ${yes ? '[Y/n]' : '[y/N]'} `)
    const said = (await Promise.race([asked, ended])).trim()
    return said === '' ? yes : /^y(es)?$/i.test(said)
  } finally {
    terminal.close()
  }
}

/** Throws REFUSED, saying that nothing was done, unless somebody assents: in advance by `--yes`, or at the terminal. */
export async function assertWanted(
  question: string,
  { yes, refusal }: { yes: boolean; refusal: string },
): Promise<void> {
  if (yes) return
  if (!canAsk()) throw new MemoError('REFUSED', refusal, { hint: 'say so with --yes' })
  if (!(await ask(question))) throw new MemoError('REFUSED', refusal)
}
