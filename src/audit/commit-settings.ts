/** What git's settings say of how a commit is made, in one question: each start of git costs what some files cost to write. */
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
  const said = toMap(await listVariables(root))
  return {
    hasFileMode: toBoolean(said.get('core.filemode') ?? 'true'),
    wantsSignature: toBoolean(said.get('commit.gpgsign') ?? 'false'),
    identity: findIdentityIn(said),
  }
}

type Said = ReadonlyMap<string, string>

async function listVariables(root: string): Promise<string> {
  try {
    return (await runGit(root, ['var', '-l'])).toString()
  } catch (error) {
    // It also tells how a new branch would be called, and ends where no branch can be.
    if (!(error instanceof GitFailure)) throw error
    return (await runGit(root, ['config', '--list'])).toString()
  }
}

/** The last one counts. One without a value means yes. */
function toMap(text: string): Said {
  return new Map(
    text.split('\n').map((line) => {
      const at = line.indexOf('=')
      return at === -1 ? [line, 'true'] : [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

/** As git reads them (git-config(1)). */
function toBoolean(text: string): boolean {
  return !['false', 'no', 'off', '0', ''].includes(text.toLowerCase())
}

/**
 * Here git makes up what is not set, in place of refusing: only a person that is set for both is taken.
 */
function findIdentityIn(said: Said): Identity | undefined {
  const [author, committer] = [findPerson(said, 'author'), findPerson(said, 'committer')]
  return author === undefined || committer === undefined ? undefined : { author, committer, isFallback: false }
}

/** With a name and an address, neither of which is nothing but signs that git leaves out. */
const whole = /^[^<>]*[^<>\s][^<>]* <[^<>\s]+> \d+ [+-]\d{4}$/

function findPerson(said: Said, role: 'author' | 'committer'): string | undefined {
  const ident = said.get(`GIT_${role.toUpperCase()}_IDENT`)
  const isSet = isGiven(said, role, 'name') && isGiven(said, role, 'email')
  return isSet && ident !== undefined && whole.test(ident) ? ident : undefined
}

function isGiven(said: Said, role: string, part: string): boolean {
  const inEnvironment = environment()[`GIT_${role}_${part}`.toUpperCase()]
  if (inEnvironment !== undefined) return inEnvironment.trim() !== ''
  return [`${role}.${part}`, `user.${part}`].some((name) => (said.get(name) ?? '').trim() !== '')
}
