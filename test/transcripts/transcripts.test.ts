/**
 * Runs the calls that stand in each `*.txt` beside this file and compares what the program says with what stands there.
 * Lines of stdout begin with `1>`, lines of stderr with `2>`; a status other than 0 follows as `?>`. To accept a change,
 * run with `-u` and read the difference.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const scripts = globSync('*.txt', { cwd: import.meta.dirname }).sort()

test.each(scripts)('%s', async (name) => {
  const path = join(import.meta.dirname, name)
  const place = makePlace()
  const parts: string[] = []
  for (const { line, comment } of toCalls(readFileSync(path, 'utf8'))) {
    parts.push(`${comment}$ ${line}\n${await play(line, place)}`)
  }
  await expect(parts.join('\n'), basename(path)).toMatchFileSnapshot(path)
})

interface Place {
  root: string
  cwd: string
}

/** A folder whose project has a fixed name. */
function makePlace(): Place {
  const folder = makeTempDir()
  const cwd = join(folder, 'work')
  mkdirSync(cwd)
  writeFileSync(join(cwd, '.memo.json'), '{"project": "acme"}')
  return { root: join(folder, 'vault'), cwd }
}

interface Call {
  line: string
  /** Lines that begin with `#`, in front of the call. */
  comment: string
}

function toCalls(text: string): Call[] {
  const calls: Call[] = []
  let comment = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('#')) comment += `${line}\n`
    if (!line.startsWith('$ memo')) continue
    calls.push({ line: line.slice(2), comment })
    comment = ''
  }
  return calls
}

async function play(line: string, { root, cwd }: Place): Promise<string> {
  const { stdout, stderr, status } = await runCli(toWords(line).slice(1), { vault: root, cwd })
  const said = mark('1>', stdout) + mark('2>', stderr) + (status === 0 ? '' : `?> ${status}\n`)
  return settle(said.replaceAll(root, 'VAULT').replaceAll(cwd, 'WORK'))
}

function mark(prefix: string, output: string): string {
  const lines = output.replace(/\n$/, '').split('\n')
  return output === '' ? '' : lines.map((line) => `${`${prefix} ${line}`.trimEnd()}\n`).join('')
}

/** What differs from run to run: times, ages, ids of events. */
function settle(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replace(/\b\d+ (?:s|min)(?= ago|\]| ·|$)/gm, 'AGE')
    .replace(/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g, 'EVENT')
}

/** Words as a shell takes them: single quotes keep everything, `\n` between them is a line break. */
function toWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([word]) =>
    word.replace(/'([^']*)'/g, (_, text: string) => text.replaceAll('\\n', '\n')),
  )
}
