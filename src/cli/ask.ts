/** A question to a person at the terminal. */
import { createInterface } from 'node:readline/promises'

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
