/** Where in a call of memo the cursor stands: which command, which of its arguments, or the value of which flag. Pure. */
import type { Manifest, ManifestCommand, ManifestFlag } from './manifest.ts'

/** A call as far as it is typed. */
export interface TypedCall {
  /** The finished words behind the program's name. */
  words: readonly string[]
  /** The word at the cursor up to there; may be empty. */
  current: string
}

export type Place =
  /** A part of a command's name: what may follow these parts. */
  | { at: 'name'; above: readonly string[] }
  | { at: 'flag'; command: ManifestCommand; used: ReadonlySet<string> }
  /** `lead` is what stands in front of the value in the same word: `--kind=`. */
  | { at: 'value'; flag: ManifestFlag; lead: string }
  | { at: 'argument'; command: ManifestCommand; position: number; used: ReadonlySet<string>; before: readonly string[] }
  | { at: 'nowhere' }

export interface Seen {
  place: Place
  /** The last value of each option flag in front of the cursor. */
  values: ReadonlyMap<string, string>
}

export function findPlace({ words, current }: TypedCall, { commands }: Manifest): Seen {
  const isHelp = words[0] === 'help'
  const said = isHelp ? words.slice(1) : words
  const name = findName(said, Object.keys(commands))
  const command = commands[name.join(':')]
  if (isHelp || command === undefined) {
    const isWhole = name.length === said.length
    return { place: isWhole ? { at: 'name', above: name } : { at: 'nowhere' }, values: new Map() }
  }
  return walk(command, said.slice(name.length), current)
}

/** The first words as far as they name a command or the beginning of one. */
function findName(words: readonly string[], ids: readonly string[]): string[] {
  const name: string[] = []
  for (const word of words) {
    const longer = [...name, word].join(':')
    if (!ids.some((id) => id === longer || id.startsWith(`${longer}:`))) break
    name.push(word)
  }
  return name
}

function walk(command: ManifestCommand, rest: readonly string[], current: string): Seen {
  const values = new Map<string, string>()
  const used = new Set<string>()
  const before: string[] = []
  let open: ManifestFlag | undefined
  let onlyArguments = false
  for (const word of rest) {
    if (open !== undefined) {
      values.set(open.name, word)
      open = undefined
    } else if (onlyArguments || !word.startsWith('-') || word === '-') before.push(word)
    else if (word === '--') onlyArguments = true
    else open = noteFlag(command, word, used, values)
  }
  if (open !== undefined) return { place: { at: 'value', flag: open, lead: '' }, values }
  if (!onlyArguments && current.startsWith('-')) return { place: placeOfFlag(command, current, used), values }
  return { place: { at: 'argument', command, position: before.length, used, before }, values }
}

/** The flag that waits for its value, if this word is one. */
function noteFlag(
  command: ManifestCommand,
  word: string,
  used: Set<string>,
  values: Map<string, string>,
): ManifestFlag | undefined {
  const [name = '', ...value] = word.split('=')
  const flag = findFlag(command, name)
  if (flag === undefined) return undefined
  used.add(flag.name)
  if (flag.type === 'boolean') return undefined
  if (value.length === 0) return flag
  values.set(flag.name, value.join('='))
  return undefined
}

function placeOfFlag(command: ManifestCommand, current: string, used: ReadonlySet<string>): Place {
  const at = current.indexOf('=')
  if (at === -1) return { at: 'flag', command, used }
  const flag = findFlag(command, current.slice(0, at))
  return flag?.type === 'option' ? { at: 'value', flag, lead: current.slice(0, at + 1) } : { at: 'nowhere' }
}

function findFlag({ flags }: ManifestCommand, word: string): ManifestFlag | undefined {
  return Object.values(flags).find(
    ({ name, char, aliases = [] }) =>
      word === `--${name}` || word === `--no-${name}` || word === `-${char}` || aliases.includes(word.slice(2)),
  )
}
