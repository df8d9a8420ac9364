/** A commit signed where git is set up to sign. A signer that needs a person is left alone for a while. */
import type { RepositoryState } from '../../audit/repository-state.ts'
import { signCommit, type Unsigned } from '../../audit/sign-commit.ts'
import { readSetting, saveSetting } from '../../projections/index/setting-rows.ts'
import { logError } from '../error-log.ts'
import { addNotice, type Vault } from '../vault.ts'

const pauseSetting = 'git.unsigned-until'

/** A key that is not at hand now will hardly be so for the next command. */
const pauseMs = 3_600_000

/** The signed commit's id, or that of the unsigned one. */
export async function signIfWanted(
  vault: Vault,
  repository: RepositoryState,
  { unsigned, ...content }: Unsigned & { unsigned: string },
): Promise<string> {
  const { db } = vault.projections
  if (!repository.wantsSignature) return unsigned
  const pauseLeft = Number(readSetting(db, pauseSetting) ?? 0) - vault.ports.now()
  // More than there ever is was noted by a clock that was ahead.
  if (pauseLeft > 0 && pauseLeft <= pauseMs) return unsigned
  const signed = await signCommit(repository, content)
  if ('commit' in signed) return signed.commit
  saveSetting(db, pauseSetting, String(vault.ports.now() + pauseMs))
  logError(vault.paths, vault.ports, 'git', `not signed: ${signed.reason}`)
  addNotice(vault, `committed without a signature (${signed.reason}); signing is tried again in an hour`)
  return unsigned
}
