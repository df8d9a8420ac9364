/** What git's settings say of how a commit is made, in few questions: each start of git costs what some files cost to write. */
import { environment } from './git.ts'
import { GitFailure, runGit } from './git-process.ts'
import type { Identity } from './identity.ts'

export interface CommitSettings {
  /** Whether the file system knows which files can be run. */
  hasFileMode: boolean
  /** Whether the person wants commits signed. */
  wantsSignature: boolean
  /** Who commits, where names and addresses are set; otherwise git is to be asked, which may refuse. */
  identity: Identity | undefined
}

export async function readCommitSettings(root: string): Promise<CommitSettings> {
  const [listed, people] = await Promise.all([runGit(root, ['config', '--list', '-z']), listPeople(root)])
  const settings = toSettings(listed.toString())
  return {
    hasFileMode: toBoolean(settings.get('core.filemode') ?? 'true'),
    wantsSignature: toBoolean(settings.get('commit.gpgsign') ?? 'false'),
    identity: findIdentityIn(settings, people),
  }
}

type Texts = ReadonlyMap<string, string>

/** By their names in small letters; the last one counts, and one without a value means yes. */
function toSettings(listed: string): Texts {
  return new Map(listed.split('\0').map((entry) => splitAt(entry, '\n')))
}

/**
 * By role. Git tells them behind all settings, each of which takes as many lines as its value: what stands last counts, and
 * settings are not to be read from here.
 */
async function listPeople(root: string): Promise<Texts> {
  try {
    return new Map(`${await runGit(root, ['var', '-l'])}`.split('\n').map((line) => splitAt(line, '=')))
  } catch (error) {
    // It also tells how a new branch would be called, and ends where no branch can be.
    if (!(error instanceof GitFailure)) throw error
    return new Map()
  }
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign)
  return at === -1 ? [text, 'true'] : [text.slice(0, at), text.slice(at + 1)]
}

/** As git reads them (git-config(1)). */
function toBoolean(text: string): boolean {
  return !['false', 'no', 'off', '0', ''].includes(text.toLowerCase())
}

/** Here git makes up what is not set, in place of refusing: only a person that is set for both is taken. */
function findIdentityIn(settings: Texts, people: Texts): Identity | undefined {
  const find = (role: Role): string | undefined => {
    const ident = people.get(`GIT_${role.toUpperCase()}_IDENT`)
    const isSet = isGiven(settings, role, 'name') && isGiven(settings, role, 'email')
    return isSet && ident !== undefined && whole.test(ident) ? ident : undefined
  }
  const [author, committer] = [find('author'), find('committer')]
  return author === undefined || committer === undefined ? undefined : { author, committer, isFallback: false }
}

type Role = 'author' | 'committer'

/** With a name and an address, neither of which is nothing but signs that git leaves out. */
const whole = /^[^<>]*[^<>\s][^<>]* <[^<>\s]+> \d+ [+-]\d{4}$/

function isGiven(settings: Texts, role: Role, part: string): boolean {
  const inEnvironment = environment()[`GIT_${role}_${part}`.toUpperCase()]
  if (inEnvironment !== undefined) return inEnvironment.trim() !== ''
  return [`${role}.${part}`, `user.${part}`].some((name) => (settings.get(name) ?? '').trim() !== '')
}
