/** Runs the calls of a page of the documentation, in order, in one shell with a home of its own. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { slugify } from '../../src/record/ids.ts'
import { packageRoot, runProcess, runScript } from './cli.ts'
import { isLike, isSame, trimLines } from './doc-masks.ts'
import { type DocCall, toParts } from './doc-page.ts'

/**
 * The page as it would have to be: where a call printed what is said, the page's own words; elsewhere what was printed. So a
 * page that is right comes back as it is. A line `...` in it stands for any lines. A status other than 0 must show in an
 * `Error:` or in a line `[status N]`. The page itself is the file `$PAGE`, and this
 * repository `$REPO`. Where it holds `<!-- exact -->` nothing may differ.
 *
 * @param folder an empty one, for the home, the vault in it and the program
 * @throws when a setup fails, or the shell does not get to its end
 */
export async function rerun(markdown: string, folder: string): Promise<string> {
  const parts = toParts(markdown)
  const calls = parts.filter((part) => typeof part !== 'string')
  writeFileSync(join(folder, 'page.md'), markdown)
  const results = await runCalls(calls, folder)
  const compare = markdown.includes('<!-- exact -->') ? isSame : isLike
  return parts.map((part) => (typeof part === 'string' ? part : toText(part, results.shift(), compare))).join('')
}

interface Result {
  output: string
  status: number
}

/** Seconds; a program that waits for somebody is ended, and the page fails. */
const longest = 110

/** Marks the end of an output; no program prints it. */
const mark = '\u001e'

async function runCalls(calls: readonly DocCall[], folder: string): Promise<Result[]> {
  const { home, env } = makePlace(folder)
  const script = calls.map(({ command }) => `${command}\n${tellStatus}`).join('')
  const file = join(folder, 'script')
  writeFileSync(file, `exec </dev/null 2>&1\n${script}`)
  const bash = [`${longest}`, 'bash', '--noprofile', '--norc', file]
  const { stdout } = await runProcess('timeout', bash, { cwd: join(home, 'shop'), env })
  const ended = toAda(stdout, home).split(mark)
  const results = calls.map((_, index) => ({
    output: ended[2 * index] ?? '',
    status: Number(ended[2 * index + 1] ?? Number.NaN),
  }))
  return results.map((result, index) => checked(result, calls[index]))
}

const tellStatus = `status=$?; printf '${mark}%s${mark}' "$status"; (exit "$status")\n`

/** A home with a name for git, a working directory that belongs to the project `shop`, and `memo` on the path. */
function makePlace(folder: string): { home: string; env: { [name: string]: string } } {
  const [home, programs] = [join(folder, 'home'), join(folder, 'bin')]
  for (const path of [join(home, 'shop'), programs]) mkdirSync(path, { recursive: true })
  writeFileSync(join(home, 'shop/.memo.json'), '{"project": "shop"}\n')
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n',
  )
  writeFileSync(join(programs, 'memo'), `#!/bin/sh\nexec '${process.execPath}' '${runScript}' "$@"\n`, { mode: 0o755 })
  const path = `${programs}:${process.env.PATH}`
  symlinkSync(process.execPath, join(programs, 'node'))
  const { NODE_COMPILE_CACHE = '' } = process.env
  const fixed = { LANG: 'C.UTF-8', TZ: 'UTC', NODE_COMPILE_CACHE }
  return { home, env: { PATH: path, HOME: home, PAGE: join(folder, 'page.md'), REPO: packageRoot, ...fixed } }
}

/** The home and the writer that the pages show. */
function toAda(output: string, home: string): string {
  const writer = new RegExp(`${slugify(hostname()).slice(0, 20)}-[a-z2-9]{8}\\b`, 'g')
  return output.replaceAll(home, '/home/ada').replace(writer, 'laptop-k3v9x2ab')
}

function checked(result: Result, call: DocCall | undefined): Result {
  const isSetup = call?.expected === undefined
  if (Number.isNaN(result.status) || (isSetup && result.status !== 0)) {
    throw new Error(`did not run: ${call?.command}\n${result.output}`)
  }
  return result
}

/** The line ends around an output stay as the page has them. */
function toText({ expected }: DocCall, result: Result | undefined, compare: typeof isLike): string {
  if (expected === undefined || result === undefined) return ''
  const { output, status } = result
  const isTold = status === 0 || /^Error: /m.test(output)
  const printed = trimLines(`${output.trimEnd()}${isTold ? '' : `\n[status ${status}]`}`)
  if (compare(expected, printed)) return expected
  const said = trimLines(expected)
  return said === '' ? `${printed}\n${expected}` : expected.replace(said, () => printed)
}
