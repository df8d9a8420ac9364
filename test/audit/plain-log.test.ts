/** What people set for the `git log` that they read. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findCommit, listForeign } from '../../src/audit/branch.ts'
import { findHoldingCommits } from '../../src/audit/holding-commits.ts'
import { readLogHistory } from '../../src/audit/log-history.ts'
import { git } from '../support/clones.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const event = { id: '01M8MZHA6W4F0XAWTCNK4M85KQ', writer: 'vm-akyu9j23' }

/** A branch, a merge that brings a version of its own, each commit signed. */
function makeSignedHistory(): string {
  const root = makeTempDir()
  const signer = join(root, 'signer')
  const says = 'echo "gpg: Good signature" >&2; echo "[GNUPG:] SIG_CREATED D" >&2'
  const signs = 'printf -- "-----BEGIN PGP SIGNATURE-----\\nx\\n-----END PGP SIGNATURE-----\\n"'
  writeFileSync(signer, `#!/bin/sh\ncat >/dev/null; ${says}; ${signs}\n`, { mode: 0o755 })
  git(root, 'init', '-q', '-b', 'main')
  git(root, 'config', 'gpg.program', signer)
  const commit = (text: string, message: string, ...options: string[]): void => {
    mkdirSync(join(root, 'events/vm-akyu9j23'), { recursive: true })
    writeFileSync(join(root, 'events/vm-akyu9j23/000001.jsonl'), text)
    git(root, 'add', 'events')
    git(root, 'commit', '-q', '-S', '-m', message, ...options)
  }
  commit('one', 'geändert von Hand')
  git(root, 'checkout', '-q', '-b', 'side')
  commit('two', 'on the side')
  git(root, 'checkout', '-q', 'main')
  commit('three', 'add note ports', '-m', `Memo-Writer: ${event.writer}\nMemo-Event: ${event.id}`)
  git(root, 'merge', '-q', '--no-commit', '-s', 'ours', 'side')
  commit('four', 'merged')
  return root
}

test.each([
  ['log.showSignature', 'true'],
  ['log.showRoot', 'false'],
  ['log.diffMerges', 'combined'],
  ['i18n.logOutputEncoding', 'latin1'],
])('%s=%s changes nothing of what is read', async (name, value) => {
  const root = makeSignedHistory()
  const head = (await findCommit(root, 'HEAD')) ?? ''
  const read = async () => ({
    foreign: await listForeign(root, undefined, head),
    holding: await findHoldingCommits(root, [event]),
    history: await readLogHistory(root),
  })
  const plain = await read()
  expect(plain.foreign.map(({ subject }) => subject)).toEqual(['geändert von Hand', 'on the side', 'merged'])
  expect(plain).toMatchObject({
    holding: new Map([[event.id, { subject: 'add note ports' }]]),
    history: { commits: 4 },
  })
  git(root, 'config', name, value)
  expect(await read()).toEqual(plain)
})
