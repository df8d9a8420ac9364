/** Which commands of git are started: a program of that name comes first on the path, notes what it is asked, and asks git. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTempDir } from './temp-dir.ts'

/** Until the test ends. The result gives the commands since it was last asked, in the order of their starts. */
export function watchGit(): () => string[] {
  const folder = makeTempDir()
  const log = join(folder, 'log')
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(folder, 'git'), `#!/bin/sh\necho "$*" >> '${log}'\nexec '${git}' "$@"\n`, { mode: 0o755 })
  const { PATH = '' } = process.env
  process.env.PATH = `${folder}${delimiter}${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  return () => {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []
    rmSync(log, { force: true })
    return lines.map((line) => line.replace(/-c \S+ /g, '').split(' ')[0] ?? '')
  }
}
