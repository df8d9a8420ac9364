/** Runs the built program as a user does, in a process of its own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const packageRoot = fileURLToPath(new URL('../../', import.meta.url))
export const runScript = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

export interface CliCall {
  cwd?: string
  /** Added to the environment of the test; `undefined` removes a variable. */
  env?: { [name: string]: string | undefined }
  /** Written to stdin, which is empty and closed otherwise. */
  stdin?: string | Uint8Array
  vault?: string
}

export interface CliResult {
  /** The exit status, or the name of the signal that ended the process. */
  status: number | NodeJS.Signals
  stdout: string
  stderr: string
  /** Stdout as JSON; throws with all of the output when it is not. */
  json(): unknown
}

/** A call of the program behind one of the scripts of this folder, which is loaded first. */
export function preloading(script: string, env: { [name: string]: string } = {}): CliCall {
  return { env: { ...env, NODE_OPTIONS: `--require ${join(packageRoot, 'test/support', script)}` } }
}

/** `runCli(['search', 'x', '--json'], {vault})`. A process warning on stderr fails the test. */
export async function runCli(args: readonly string[], call: CliCall = {}): Promise<CliResult> {
  const env = { ...process.env, ...(call.vault === undefined ? {} : { MEMO_VAULT: call.vault }), ...call.env }
  const result = await runProcess(process.execPath, [runScript, ...args], { ...call, env })
  if (/^\(node:\d+\) /m.test(result.stderr)) throw new Error(`memo ${args.join(' ')} warned: ${result.stderr}`)
  return result
}

/** Runs any program with its whole environment given, and collects what it says. */
export async function runProcess(program: string, args: readonly string[], call: CliCall): Promise<CliResult> {
  const child = spawn(program, args, { cwd: call.cwd, env: call.env })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes))
  // A program that does not read its stdin may be gone before all is written.
  child.stdin.on('error', () => {})
  child.stdin.end(call.stdin)
  const status = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))
  })
  return toResult(status, Buffer.concat(stdout).toString(), Buffer.concat(stderr).toString())
}

function toResult(status: CliResult['status'], stdout: string, stderr: string): CliResult {
  const json = () => {
    try {
      return JSON.parse(stdout)
    } catch (cause) {
      throw new Error(`not JSON (status ${status}):\n${stdout}\n${stderr}`, { cause })
    }
  }
  return { status, stdout, stderr, json }
}
