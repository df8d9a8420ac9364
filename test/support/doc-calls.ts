/** Calls of memo that a page only shows, held against the manifest of the commands. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from './cli.ts'

interface Flag {
  name: string
  type: 'boolean' | 'option'
  char?: string
  aliases?: string[]
  allowNo?: boolean
  options?: string[]
}

interface Command {
  args: { [name: string]: { options?: string[]; multiple?: boolean } }
  flags: { [name: string]: Flag }
}

const { commands }: { commands: { [id: string]: Command } } = JSON.parse(
  readFileSync(join(packageRoot, '.oclif.manifest.json'), 'utf8'),
)

/** Where a shell, or a program that is told a call, takes a word for the name of a program. */
const calling = /(?<=^\s*|[|&;(:!'"]\s*|\b(?:do|then|else)\s+|\bxargs(?:\s+(?:-\S+|'[^']*'))*\s+)memo(?= )/gm

/** All calls `memo …` in lines for a shell, in quotes and `$(…)` too, as words. */
export function listCalls(shell: string): string[][] {
  const code = shell
    .replace(/(?<=^|\s)#.*$/gm, '')
    .replaceAll('\\\n', ' ')
    .replace(/\[(--[^\]]*)\]/g, '$1')
  return [...code.matchAll(calling)].map(({ index }) => toWords(code, index))
}

/** What is wrong with a call: no such command, flag or value, or too many arguments. Capitals stand for any value. */
export function findProblem([, ...words]: readonly string[]): string | undefined {
  const { id, rest } = findCommand(words)
  if (id === undefined) return isTopic(words) ? undefined : `there is no command ${words.join(' ')}`
  const command = commands[id]
  return command === undefined ? undefined : findBadWord(command, rest)
}

/** Whether some command has the flag that a code span begins with. */
export function isFlag(span: string): boolean {
  const [name = ''] = span.match(/^--[a-z-]+/) ?? []
  return Object.values(commands).some((command) => findFlag(command, name) !== undefined)
}

/** Words from here to the end of the call: an operator of the shell, or the quote that the call stands in. */
function toWords(code: string, start: number): string[] {
  const before = code[start - 1] ?? ''
  const inside = /['"]/.test(before) ? code.slice(start).split(before)[0] : code.slice(start)
  const [call = ''] = (inside ?? '').match(/^(?:'[^']*'|"(?:\\.|[^"])*"|\\.|\$\(|[^'"|&;()<>\n\\])*/) ?? []
  return [...call.matchAll(/(?:'[^']*'|"(?:\\.|[^"])*"|\\.|[^\s'"])+/g)].map(([word]) =>
    word.replace(/^(['"])(.*)\1$/, '$2'),
  )
}

function findCommand(words: readonly string[]): { id?: string; rest: readonly string[] } {
  for (const length of [2, 1]) {
    const id = words.slice(0, length).join(':')
    if (id in commands) return { id, rest: words.slice(length) }
  }
  return { rest: words }
}

/** `memo --help`, `memo help …`, `memo COMMAND …`, and a topic alone. */
function isTopic(words: readonly string[]): boolean {
  const [first = ''] = words
  if (/^(?:|--help|--version|help|[A-Z…-]+)$/.test(first)) return true
  return words.length === 1 && Object.keys(commands).some((id) => id.startsWith(`${first}:`))
}

function findBadWord(command: Command, words: readonly string[]): string | undefined {
  const left = [...words]
  let given = 0
  for (let word = left.shift(); word !== undefined && word !== '--'; word = left.shift()) {
    const [name = '', value] = word.split(/=(.*)/s)
    if (!/^--?[a-z]/.test(name)) given += 1
    else {
      const flag = findFlag(command, name)
      if (flag === undefined) return `there is no flag ${name}`
      const said = flag.type === 'boolean' ? undefined : (value ?? left.shift())
      if (!isAllowed(said, flag.options)) return `${name} cannot be ${said}`
    }
  }
  const args = Object.values(command.args)
  return given > args.length && !args.some(({ multiple }) => multiple) ? 'too many arguments' : undefined
}

const help: Flag = { name: 'help', type: 'boolean' }

function findFlag({ flags }: Command, word: string): Flag | undefined {
  if (word === '--help' || word === '-h') return help
  return Object.values(flags).find(
    ({ name, char, aliases = [], allowNo }) =>
      [name, ...aliases].some((known) => word === `--${known}` || (allowNo && word === `--no-${known}`)) ||
      word === `-${char}`,
  )
}

/** Of several values with commas each must be one of the list. */
function isAllowed(value: string | undefined, options: readonly string[] | undefined): boolean {
  if (value === undefined || options === undefined || /^[A-Z…|]+$|[$<{]/.test(value)) return true
  return value.split(/[,|]/).every((one) => options.includes(one))
}
