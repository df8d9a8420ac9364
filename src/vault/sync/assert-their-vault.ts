/** A mistyped address: the repository of a product would get all of a vault pushed into it, and the vault its code. */
import { runGit } from '../../audit/git-process.ts'
import { type SizedFile, splitNul } from '../../audit/tree.ts'
import { findSegment } from '../../events/segments.ts'
import { MemoError } from '../../lib/errors.ts'
import { toShellWord } from '../../lib/shell-word.ts'

/** What a forge puts into a new repository, and what a vault made by hand begins with. */
const expected = /^(\.|README|LICEN[CS]E|COPYING|projects$|config\.json$)/i

/** Of a commit that shares none with ours. Throws REFUSED where it holds no log and something else. */
export async function assertTheirVault(root: string, theirs: string, theirLog: readonly SizedFile[]): Promise<void> {
  if (theirLog.some(({ path }) => findSegment(path) !== undefined)) return
  const names = splitNul(await runGit(root, ['ls-tree', '-z', '--name-only', theirs]))
  const others = names.filter((name) => !expected.test(name))
  if (others.length === 0) return
  const shown = others.slice(0, 3).join(', ')
  throw new MemoError('REFUSED', `the repository at the other end is no vault: it has no event log, but ${shown}`, {
    hint: `give the vault a repository of its own; "git -C ${toShellWord(root)} remote remove NAME" takes a wrong remote away`,
  })
}
