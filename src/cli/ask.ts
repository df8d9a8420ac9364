/** A question to a person at the terminal. */
import { createInterface } from 'node:readline/promises'

/** Whether somebody is there to answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true
}

/** True for yes; anything else, also the end of the input, is no. On standard error: the answer of a command is not a question. */
export async function ask(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const ended = new Promise<string>((resolve) => {
      terminal.once('close', () => resolve(''))
    })
    return /^y(es)?$/i.test((await Promise.race([terminal.question(`${question} [y/N] `), ended])).trim())
  } finally {
    terminal.close()
  }
}
