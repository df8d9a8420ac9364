/** Who commits: as git itself would find it, or memo where nobody is set. The settings of git are never changed. */
import { GitFailure, runGit } from './git-process.ts'

export interface Identity {
  /** `Name <address> seconds zone`, as commits hold it. */
  author: string
  committer: string
  /** Nobody is set, so memo stands in. */
  isFallback: boolean
}

const fallback = ['user.name=memo', 'user.email=memo@localhost']

export async function findIdentity(root: string): Promise<Identity> {
  try {
    return { ...(await ask(root, [])), isFallback: false }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    return { ...(await ask(root, fallback)), isFallback: true }
  }
}

async function ask(root: string, config: readonly string[]): Promise<Omit<Identity, 'isFallback'>> {
  const [author, committer] = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((name) => runGit(root, ['var', name], { config })),
  )
  return { author: `${author}`.trim(), committer: `${committer}`.trim() }
}

/** The same person as the variables that `git commit-tree` reads. */
export function toVariables({ author, committer }: Identity): { [name: string]: string } {
  return { ...partsOf('GIT_AUTHOR', author), ...partsOf('GIT_COMMITTER', committer) }
}

function partsOf(prefix: string, ident: string): { [name: string]: string } {
  const [, name = '', email = '', date = ''] = /^(.*) <(.*)> (.*)$/.exec(ident) ?? []
  return { [`${prefix}_NAME`]: name, [`${prefix}_EMAIL`]: email, [`${prefix}_DATE`]: date }
}
