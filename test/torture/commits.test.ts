/**
 * Commits while many write and while processes die: every commit is whole, and nothing acknowledged is missing. `npm run
 * torture:git` runs as many rounds as the bars of the product ask for; a run of all tests does a few of them.
 */
import { execFile, spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commitPending } from '../../src/vault/committing/commit.ts'
import { closeVault, openVault } from '../../src/vault/vault.ts'
import { packageRoot } from '../support/cli.ts'
import { type CommitTree, readCommits } from '../support/commit-trees.ts'
import { makeCommittedVault } from '../support/git-vault.ts'
import { allEvents } from '../support/inspect.ts'
import { killFamily } from '../support/process-family.ts'

const run = promisify(execFile)
const isFull = process.env.MEMO_TORTURE === 'full'
const writes = isFull ? 25 : 5
const commitEach = '{"version": 1, "git": {"commit": "each"}}\n'
const kills = isFull ? 200 : 8
const script = join(packageRoot, 'test/support/commit-hammer.ts')

/** Log and files of one commit say the same, and no command is cut in two. */
function assertWhole({ id, events, byLog, byFiles }: CommitTree): void {
  expect(byFiles, id).toEqual(byLog)
  const closed = events.flatMap((event) => (event.type === 'record.superseded' ? [event.data.by] : []))
  const closing = events.flatMap((event) =>
    event.type === 'record.upserted' && 'supersedes' in event.data.set ? [event.data.id] : [],
  )
  expect(closed.sort(), id).toEqual(closing.sort())
}

test(`8 processes, each writing ${writes} records and committing after each`, { timeout: 240_000 }, async () => {
  const { root, vault, git } = await makeCommittedVault()
  closeVault(vault)
  writeFileSync(join(root, 'config.json'), commitEach)
  const names = Array.from({ length: 8 }, (_, n) => `w${n}`)
  const results = await Promise.all(names.map((name) => run(process.execPath, [script, root, name, String(writes)])))
  expect(results.map(({ stderr }) => stderr)).toEqual(names.map(() => ''))
  const acknowledged = results.flatMap(({ stdout }) => stdout.trim().split('\n'))
  expect(new Set(acknowledged).size).toBe(8 * writes)
  expect(git('status', '--porcelain', '-z')).toBe('')
  const after = await openVault(root)
  const ids = new Set(allEvents(after).map(({ id }) => id))
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
  closeVault(after)
  const commits = readCommits(root)
  for (const commit of commits) assertWhole(commit)
  expect(
    commits
      .at(-1)
      ?.events.map(({ id }) => id)
      .sort(),
  ).toEqual([...ids].sort())
})

/** Whether it was killed in the middle; a process that has come to its end has nothing to show. */
async function runKilled(root: string, name: string, afterMs: number, all: boolean): Promise<string[]> {
  const child = spawn(process.execPath, [script, root, name, '4'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const hasBegun = new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes
      resolve()
    })
  })
  const isOver = new Promise<void>((resolve) => {
    child.on('close', () => resolve())
  })
  await Promise.race([hasBegun, isOver])
  await Promise.race([sleep(afterMs), isOver])
  if (child.pid !== undefined && child.exitCode === null) killFamily(child.pid, all)
  await isOver
  return said.split('\n').filter((line) => line.length === 26)
}

test.runIf(existsSync('/proc/self/stat'))(
  `${kills} times killed while it commits: the next command goes on`,
  { timeout: 900_000 },
  async () => {
    const { root, vault, git } = await makeCommittedVault()
    closeVault(vault)
    writeFileSync(join(root, 'config.json'), commitEach)
    const acknowledged: string[] = []
    for (let n = 0; n < kills; n++) {
      // Primes, so that all moments of a write and its commit come up: 0 to 250 ms behind the first acknowledged write.
      acknowledged.push(...(await runKilled(root, `k${n}`, (n * 37) % 251, n % 2 === 0)))
      const next = await openVault(root)
      const { state, reason } = await commitPending(next)
      expect([state, reason], `killed ${n}`).toEqual([expect.stringMatching(/committed|clean/), null])
      expect(git('status', '--porcelain', '-z'), `killed ${n}`).toBe('')
      closeVault(next)
    }
    const after = await openVault(root)
    const ids = new Set(allEvents(after).map(({ id }) => id))
    closeVault(after)
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    for (const commit of readCommits(root)) assertWhole(commit)
    git('fsck', '--no-dangling')
  },
)
