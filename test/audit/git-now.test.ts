/** What git says where it fails at once. */
import { expect, test } from 'vitest'
import { runGitNow } from '../../src/audit/git-now.ts'
import { toFailure } from '../../src/lib/failure.ts'
import { git } from '../support/clones.ts'
import { makeTempDir } from '../support/temp-dir.ts'

function failAt(...command: string[]): unknown {
  const root = makeTempDir()
  git(root, 'init', '-q')
  try {
    return runGitNow(root, command)
  } catch (error) {
    return toFailure(error)
  }
}

test('trouble of a repository is no bug of memo', () => {
  expect(failAt('ls-tree', 'HEAD')).toMatchObject({ code: 'IO', message: expect.stringMatching(/^git failed: .*HEAD/) })
})

test('a system that refuses is told as that, with what git says of the place', () => {
  const failed = failAt(
    '-c',
    `alias.fail=!echo "fatal: cannot create '.git/x': Permission denied" >&2; exit 128`,
    'fail',
  )
  const message = "no permission: fatal: cannot create '.git/x': Permission denied"
  expect(failed).toMatchObject({ code: 'READ_ONLY', message })
})

test('a name and a password in an address are not told', () => {
  const failed = failAt('-c', 'alias.fail=!echo "fatal: cannot read https://me:pw@host/x" >&2; exit 128', 'fail')
  expect(failed).toMatchObject({ code: 'IO', message: 'git failed: fatal: cannot read https://****@host/x' })
})
