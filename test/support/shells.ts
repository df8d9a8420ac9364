/** Real shells that complete a line, without a terminal. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { packageRoot, runProcess, runScript } from './cli.ts'

export type ShellName = 'bash' | 'zsh' | 'fish'

export function hasShell(name: ShellName): boolean {
  return spawnSync(name, ['-c', 'exit 0']).status === 0
}

export interface ShellCall {
  vault: string
  cwd: string
  /** A folder of the test, for the program under the name that people type. */
  scratch: string
}

/** The words that the shell offers for the line, the cursor at its end, as it would put them in. */
export async function completeIn(
  shell: ShellName,
  line: string,
  { vault, cwd, scratch }: ShellCall,
): Promise<string[]> {
  const bin = join(scratch, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'memo'), `#!/bin/sh\nexec "${process.execPath}" "${runScript}" "$@"\n`)
  chmodSync(join(bin, 'memo'), 0o755)
  const env = {
    ...process.env,
    ...{ MEMO_VAULT: vault, PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: scratch, LINE: line },
    ...{ SCRIPTS: join(packageRoot, 'completion'), LC_ALL: 'C.UTF-8' },
  }
  const { stdout, stderr } = await runProcess(shell, programs[shell], { cwd, env })
  if (stderr !== '') throw new Error(`${shell} said on stderr: ${stderr}`)
  return stdout.split('\n').filter((text) => text !== '')
}

const programs: { readonly [shell in ShellName]: readonly string[] } = {
  bash: ['--norc', '--noprofile', fixture('complete.bash')],
  zsh: ['-f', fixture('complete.zsh')],
  fish: ['--no-config', fixture('complete.fish')],
}

function fixture(name: string): string {
  return join(packageRoot, 'test/fixtures', name)
}
