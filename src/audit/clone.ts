/** Cloning a repository into an empty folder, with nothing in it that acts by itself. */
import { dirname } from 'node:path'
import { MemoError } from '../lib/errors.ts'
import { findCommit } from './branch.ts'
import { runGit } from './git-process.ts'
import { askNetwork, type NetworkWork } from './network-git.ts'
import { listRemotes, toRemoteTrouble, trackingRef } from './remote.ts'

/** A link in a tree becomes a text file, so that no path of the clone leads out of it; git's own files are closed to others. */
const settings = ['-c', 'core.symlinks=false', '-c', 'core.sharedRepository=0600']
const options = [...settings, '--no-recurse-submodules', '--no-tags', '--progress']

/** Throws UNAVAILABLE when the remote does not answer, REFUSED when there is no branch in it to stand on. */
export async function cloneRepository(
  address: string,
  folder: string,
  work: NetworkWork = {},
): Promise<{ branch: string; commit: string }> {
  const answer = await askNetwork(dirname(folder), ['clone', ...options, '--', address, folder], work)
  if (answer.status !== 0) throw toRemoteTrouble(address, answer)
  if ((await findCommit(folder, 'HEAD')) === undefined) await standOnOnlyBranch(folder)
  const commit = (await findCommit(folder, 'HEAD')) ?? ''
  const branch = (await runGit(folder, ['symbolic-ref', '--short', 'HEAD'])).toString().trim()
  return { branch, commit }
}

/** Every file of the vault is written. */
const checkoutTimeoutMs = 120_000

/** A remote may point to a branch that nobody has pushed. It is called as the settings of git say. */
async function standOnOnlyBranch(folder: string): Promise<void> {
  const [remote = ''] = await listRemotes(folder)
  const place = trackingRef({ remote, branch: '' })
  const refs = (await runGit(folder, ['for-each-ref', '--format=%(refname)', place])).toString().split('\n')
  const branches = refs.map((ref) => ref.slice(place.length)).filter((name) => name !== '' && name !== 'HEAD')
  const [only] = branches
  if (only === undefined)
    throw new MemoError('NOT_A_VAULT', 'there is nothing in that repository yet', { hint: emptyHint })
  if (branches.length > 1) {
    throw new MemoError('REFUSED', `that repository stands on no branch; it has ${branches.join(', ')}`, {
      hint: 'set its default branch first',
    })
  }
  await runGit(folder, ['checkout', '-q', '-B', only, '--track', `${remote}/${only}`], { timeoutMs: checkoutTimeoutMs })
}

const emptyHint = 'run "memo init" here and then "memo sync --remote ADDRESS" to fill it'
