/** Git that talks to another machine by an ssh that behaves badly. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { askNetwork } from '../../src/audit/network-git.ts'
import { toRemoteTrouble } from '../../src/audit/remote.ts'
import { makeTempDir } from '../support/temp-dir.ts'

afterEach(() => {
  delete process.env.GIT_SSH_COMMAND
})

function useSsh(script: string): string {
  const folder = makeTempDir()
  process.env.GIT_SSH_COMMAND = join(folder, 'ssh')
  writeFileSync(process.env.GIT_SSH_COMMAND, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return folder
}

const command = ['ls-remote', 'ssh://git.example.com/vault.git']

test('a line that is dead is given up as a remote that does not answer', { timeout: 10_000 }, async () => {
  const folder = useSsh('sleep 30')
  const answer = await askNetwork(folder, command, { silenceMs: 300 })
  expect(answer.status).toBe(-1)
  expect(toRemoteTrouble('origin', answer)).toMatchObject({
    code: 'UNAVAILABLE',
    message: 'origin cannot be reached: not a word for 0.3 s',
  })
})

test('a connection that ssh keeps open behind the end of git is not waited for', { timeout: 10_000 }, async () => {
  const folder = useSsh('sleep 30 >/dev/null &\necho $! > "$(dirname "$0")/pid"\necho "no such host" >&2\nexit 255')
  onTestFinished(() => {
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')))
  })
  const answer = await askNetwork(folder, command)
  expect(answer).toMatchObject({ status: 128, stderr: expect.stringContaining('no such host') })
})

test('a full disk is no remote that does not answer', () => {
  const stderr = 'error: unable to write file objects/ab/cd: No space left on device\nfatal: unpack-objects failed\n'
  expect(toRemoteTrouble('origin', { stderr })).toMatchObject({
    code: 'IO',
    message: expect.stringMatching(/^the disk is full, here or at origin: unable to write file/),
    hint: expect.stringContaining('memo sync'),
  })
})

test('a wrong address is looked for in the vault, not where one stands; a clone has none yet', () => {
  const stderr = "fatal: '/srv/memory.git' does not appear to be a git repository"
  expect(toRemoteTrouble('origin', { stderr }, '/home/ada/.memo')).toMatchObject({
    hint: 'check the address with "git -C /home/ada/.memo remote -v"; "git -C /home/ada/.memo remote set-url origin ADDRESS" gives it another',
  })
  expect(toRemoteTrouble('origin', { stderr }, '/home/Ada L/.memo')).toMatchObject({
    hint: expect.stringContaining(`"git -C '/home/Ada L/.memo' remote -v"`),
  })
  expect(toRemoteTrouble('/srv/memory.git', { stderr })).toMatchObject({ hint: 'check the address' })
})
