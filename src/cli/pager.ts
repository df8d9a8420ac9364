/** A long answer, shown page by page by the program that whoever sits here has chosen for that. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { toChildEnvironment } from '../config/environment.ts'
import { letBeInFront, notFound } from './program-in-front.ts'

/** Ends by itself where all fits, shows colours, leaves the answer on the screen. For any less, if LESS does not say. */
const lessFlags = 'FRX'

/**
 * Shows the text and waits until it has been read. False where there is no such pager, and nothing was shown.
 * @param pager a command line; undefined for less, empty or `cat` for none
 */
export async function pageText(text: string, pager: string = 'less'): Promise<boolean> {
  if (pager.trim() === '' || pager.trim() === 'cat') return false
  const child = start(pager.trim())
  return letBeInFront(() => feed(child, text))
}

/** Through the shell only where the words alone are not what is meant, so that a missing program is told from one that fails. */
function start(pager: string): ChildProcess {
  const env = toChildEnvironment({ LESS: lessFlags })
  const options: SpawnOptions = { stdio: ['pipe', 'inherit', 'inherit'], env }
  if (/[|&;<>()$`\\"'*?[#~=%]/.test(pager)) return spawn(pager, { ...options, shell: true })
  const [program = '', ...args] = pager.split(/\s+/)
  return spawn(program, args, options)
}

async function feed(child: ChildProcess, text: string): Promise<boolean> {
  // Who leaves early has read enough.
  child.stdin?.on('error', () => {})
  child.stdin?.end(text.endsWith('\n') ? text : `${text}\n`)
  return new Promise((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (status) => resolve(status !== notFound))
  })
}
