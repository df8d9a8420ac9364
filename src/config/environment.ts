/** The only reader of the environment. Everything else is handed an `Environment` or a value from it. */
import { homedir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { MemoError } from '../lib/errors.ts'

export interface Environment {
  /** MEMO_VAULT, when set and not empty. */
  vault: string | undefined
  home: string
  /** MEMO_DEBUG: errors show their stack. */
  debug: boolean
  /** NO_COLOR, set to anything but the empty string (no-color.org). */
  noColor: boolean
  /** FORCE_COLOR (or CLICOLOR_FORCE): true asks for colours wherever the output goes, false for none. */
  forceColor: boolean | undefined
  /** CLICOLOR=0: no colours on a terminal either. */
  plainTerminal: boolean
  term: string | undefined
  /** MEMO_PAGER, else PAGER; empty asks for none. */
  pager: string | undefined
  /** The locale and the terminal show more than ASCII. */
  isUnicode: boolean
  /** VISUAL, else EDITOR. */
  editor: string | undefined
  /** MEMO_SERVE_TOKEN: who knows it may ask the monitor. */
  serveToken: string | undefined
  /** MEMO_MCP_TOKEN: who knows it may speak to the MCP server over HTTP. */
  mcpToken: string | undefined
  /** Runs under a continuous integration: no spinner, no progress bar. */
  ci: boolean
}

export function readEnvironment(variables: NodeJS.ProcessEnv = process.env): Environment {
  return {
    vault: variables.MEMO_VAULT || undefined,
    home: variables.HOME || findHome() || noHome,
    debug: isOn(variables.MEMO_DEBUG),
    noColor: Boolean(variables.NO_COLOR),
    forceColor: toForced(variables.FORCE_COLOR) ?? toForced(variables.CLICOLOR_FORCE),
    plainTerminal: variables.CLICOLOR === '0',
    term: variables.TERM,
    pager: variables.MEMO_PAGER ?? variables.PAGER,
    isUnicode: isUnicode(variables),
    editor: variables.VISUAL || variables.EDITOR || undefined,
    serveToken: variables.MEMO_SERVE_TOKEN || undefined,
    mcpToken: variables.MEMO_MCP_TOKEN || undefined,
    ci: isOn(variables.CI),
  }
}

/** What container engines set for a user that the system does not know, and so has no home. */
const noHome = '/'

/** `homedir` believes a HOME that is empty. Undefined for a user that the system does not know. */
function findHome(): string | undefined {
  try {
    return homedir() || userInfo().homedir
  } catch {
    return undefined
  }
}

/** For oclif and git, which ask for it too: oclif fails where the system knows none. */
export function ensureHome(variables: NodeJS.ProcessEnv = process.env): void {
  if (!variables.HOME && findHome() === undefined) variables.HOME = noHome
}

/** What another program is started with: the variables of this one, and these where it has none of the name. */
export function toChildEnvironment(defaults: { [name: string]: string }): NodeJS.ProcessEnv {
  return { ...defaults, ...process.env }
}

/** A variable that the settings name (never one that they hold); undefined when it is not set or empty. */
export function readVariable(name: string, variables: NodeJS.ProcessEnv = process.env): string | undefined {
  return variables[name] || undefined
}

/**
 * The absolute folder of the vault: the flag, else MEMO_VAULT, else `~/.memo`. A leading `~/` is expanded, because a
 * value from a configuration file of a client never passed a shell. Throws USAGE on an empty flag.
 */
export function resolveVaultRoot(choice: { flag?: string | undefined; environment: Environment }): string {
  const { flag, environment } = choice
  if (flag === '') throw new MemoError('USAGE', '--vault is empty', { hint: 'name the folder of the vault' })
  const named = flag ?? environment.vault
  if (named === undefined) return join(environment.home, '.memo')
  return named === '~' || named.startsWith('~/') ? join(environment.home, named.slice(1)) : resolve(named)
}

/** Set and empty is not set. */
function toForced(value: string | undefined): boolean | undefined {
  return value === undefined || value === '' ? undefined : isOn(value)
}

function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0' && value !== 'false'
}

/** Without a locale POSIX means ASCII; Windows has none, and shows Unicode. */
function isUnicode({ TERM, LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  if (TERM === 'dumb') return false
  return process.platform === 'win32' || /utf-?8/i.test(LC_ALL || LC_CTYPE || LANG || '')
}
