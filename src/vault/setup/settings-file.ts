/** What stands of memo in a settings file of an agent. Knows nothing of how such a file is written. */
import { MemoError } from '../../lib/errors.ts'

/** The server that the agent talks to. */
export interface ServerEntry {
  kind: 'server'
  /** Keys from the top of the file; the last is the server's name. */
  path: readonly string[]
  /** Where the file says `mcp.servers` already, that is the form it has. */
  nestedPath?: readonly string[]
  value: { readonly command: string | readonly string[]; readonly [field: string]: unknown }
}

/** A command that the agent runs at an event. */
export interface HookEntry {
  kind: 'hook'
  event: string
  handler: { readonly command: string; readonly [field: string]: unknown }
  /** The handlers of an event stand in groups: `[{"hooks": [handler]}]`. */
  isGrouped: boolean
}

export type SettingsEntry = ServerEntry | HookEntry

/** How a kind of file is edited. Everything that is not memo's stays byte for byte. */
export interface SettingsFormat {
  /** The text with the entries in it; the same text when it has them. Throws REFUSED when it cannot be edited. */
  add(text: string, content: SettingsContent): string
  /**
   * The text without any entry of memo; the same text when there is none. What `former` says already stays when it is left
   * empty. Throws REFUSED when it cannot be edited.
   */
  remove(text: string, content: SettingsContent, former?: string): string
  /** Whether nothing is said in it, not even in a comment, but for what `alongside` says. */
  isBlank(text: string, content: SettingsContent): boolean
}

export interface SettingsContent {
  /** How the file is called in a message. */
  name: string
  entries: readonly SettingsEntry[]
  /** What a new file has to say besides. */
  alongside?: { readonly [key: string]: unknown }
}

/**
 * The words that start the server that stands there, or undefined when it is not memo's. The program may have been given
 * a path by a person.
 */
export function findServerWords(value: unknown): string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { command, args = [] } = value as { command?: unknown; args?: unknown }
  const words = [command, args].flat()
  if (!words.every((word) => typeof word === 'string')) return undefined
  const [program = '', verb] = words
  return isMemo(program) && verb === 'mcp' ? words : undefined
}

/** How a session's end was committed before there was `--hook`. */
const formerEnd = '--json'

/**
 * The command with the program as it stands there, or undefined when what stands there is not the same verb of memo, or
 * runs something else beside it.
 */
export function adoptProgram(standing: unknown, wanted: string): string | undefined {
  if (typeof standing !== 'string') return undefined
  const [program = '', ...rest] = standing.split(' ')
  const [, ...words] = wanted.split(' ')
  const flags = words[0] === 'commit' ? [words[1], formerEnd] : [words[1]]
  const isOurs = isMemo(program) && rest[0] === words[0] && flags.includes(rest[1]) && !isCompound(standing)
  return isOurs ? [program, ...words].join(' ') : undefined
}

/** Whether a shell runs more than one command for it. */
function isCompound(command: string): boolean {
  return /[;|\n]|(?<!>)&/.test(command.replace(/\\.|'[^']*'|"[^"]*"/g, ''))
}

/** The failure of a file that is left as it is. */
export function toUnedited(name: string, reason: string): MemoError {
  return new MemoError('REFUSED', `${name} ${reason}`, {
    hint: 'nothing was changed; mend the file, or put in by hand what --print shows',
  })
}

function isMemo(program: string): boolean {
  return /(?:^|[\\/])memo(?:\.cmd|\.exe)?$/.test(program)
}
