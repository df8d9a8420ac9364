/** A file opened in the editor of whoever sits here. Knows nothing of records, and does not read what was written. */
import { spawn } from 'node:child_process'
import { type Environment, readEnvironment } from '../config/environment.ts'
import { findErrno, MemoError } from '../lib/errors.ts'
import { letBeInFront, notFound } from './program-in-front.ts'

export interface EditOptions {
  /** Where the cursor is to be, from 1; only editors that are known to take it are told. */
  line?: number | undefined
  /** What becomes of what it has saved, where it fails: the hint of the failure. */
  saved?: string
  environment?: Pick<Environment, 'editor'>
}

/**
 * Opens the file and waits until the editor has ended. $VISUAL, else $EDITOR (with arguments: "code --wait"), else what
 * is there of nano and vi. Throws UNSUPPORTED where there is no editor, REFUSED where it ended with anything but 0.
 */
export async function editFile(path: string, options: EditOptions = {}): Promise<void> {
  const { line, saved, environment = readEnvironment() } = options
  const { editor } = environment
  const ended = await letBeInFront(async () =>
    editor === undefined ? runDefault(path, line) : run(toCall(editor, path, line)),
  )
  assertDone(ended, editor, saved)
}

interface Call {
  name: string
  program: string
  args: string[]
  shell?: boolean
}

interface Ended {
  name: string
  status: number | NodeJS.Signals
}

/** The shell takes the words of the variable apart, as it does for git. */
function toCall(editor: string, path: string, line: number | undefined): Call {
  const args = [...lineArguments(editor, line), path]
  if (process.platform === 'win32') {
    return { name: editor, program: [editor, ...args.map((arg) => `"${arg}"`)].join(' '), args: [], shell: true }
  }
  return { name: editor, program: 'sh', args: ['-c', `${editor} "$@"`, editor, ...args] }
}

function lineArguments(editor: string, line: number | undefined): string[] {
  const program = /([\w-]+)(?:\.exe)?$/.exec(editor.trim().split(/\s+/)[0] ?? '')?.[1] ?? ''
  return line !== undefined && takesLine.has(program) ? [`+${line}`] : []
}

/** Those that understand `+N` before the file. */
const takesLine = new Set(['vi', 'vim', 'nvim', 'view', 'nano', 'pico', 'emacs', 'emacsclient', 'kak', 'micro', 'joe'])

/** What most systems have, the one that tells its keys first. */
const defaults = process.platform === 'win32' ? ['notepad'] : ['nano', 'vi']

async function runDefault(path: string, line: number | undefined): Promise<Ended | undefined> {
  if (!process.stdin.isTTY) {
    throw new MemoError('UNSUPPORTED', 'there is no terminal for an editor', {
      hint: 'set EDITOR, or change the file by other means: memo takes it in',
    })
  }
  for (const name of defaults) {
    const ended = await run({ name, program: name, args: [...lineArguments(name, line), path] })
    if (ended !== undefined) return ended
  }
  return undefined
}

/** Undefined where there is no such program. The editor gets a terminal also where our own output goes into a pipe. */
async function run({ name, program, args, shell = false }: Call): Promise<Ended | undefined> {
  return new Promise((resolve, reject) => {
    const screen = process.stdout.isTTY ? 1 : 2
    const child = spawn(program, args, { stdio: [0, screen, 2], shell })
    child.on('error', (error) => (findErrno(error) === 'ENOENT' ? resolve(undefined) : reject(error)))
    child.on('exit', (code, signal) => resolve({ name, status: code ?? signal ?? 'SIGKILL' }))
  })
}

function assertDone(ended: Ended | undefined, editor: string | undefined, saved: string | undefined): void {
  if (ended === undefined || ended.status === notFound) {
    const what = editor === undefined ? `there is no editor (${defaults.join(', ')})` : `there is no editor ${editor}`
    throw new MemoError('UNSUPPORTED', what, { hint: 'set VISUAL or EDITOR to one that is there' })
  }
  if (ended.status === 0) return
  throw new MemoError('REFUSED', `the editor ${ended.name} ended with ${ended.status}`, { hint: saved })
}
