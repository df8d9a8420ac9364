/** Law 4: an acknowledged write survives SIGKILL at any step; an unacknowledged one is there whole or not at all. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refresh } from '../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { packageRoot, runCli } from '../support/cli.ts'
import { saidByFiles, saidByIndex, saidByLog, statesByIndex, statesByLog } from '../support/inspect.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const preload = join(packageRoot, 'test/support/kill-at.cjs')

/** Whether the command came to its end, because it has fewer steps. */
async function runKilled(vault: string, args: string[], at: number): Promise<boolean> {
  const env = { NODE_OPTIONS: `--require ${preload}`, MEMO_KILL_AT: String(at) }
  return (await runCli(args, { vault, env })).status === 0
}

async function inVault<T>(root: string, work: (vault: Vault) => Promise<T> | T): Promise<T> {
  const vault = await openVault(root)
  try {
    return await work(vault)
  } finally {
    closeVault(vault)
  }
}

/** What must hold whenever a command was killed: the next one finds log, index and files saying the same. */
async function assertSound(root: string): Promise<{ [record: string]: unknown }> {
  return inVault(root, async (vault) => {
    await refresh(vault, 'full')
    expect(statesByIndex(vault)).toEqual(statesByLog(vault))
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
    return saidByLog(vault)
  })
}

const base = ['--project', 'acme']

const commands: [name: string, toArgs: (n: number) => string[]][] = [
  [
    'a new record',
    (n) => ['upsert', '--kind', 'trap', '--id', `new-${n}`, '--body', `text number ${n} of its own`, ...base],
  ],
  ['an edit', (n) => ['upsert', '--id', 'known', '--body', `edit ${n}`, ...base]],
  ['a counted read', () => ['get', 'known', ...base]],
]

/** Every step in the long run; in the short one every sixth, each command from another one on. */
const stride = process.env.MEMO_TORTURE === 'full' ? 1 : 6

test.each(commands)('killed in front of a step of %s', { timeout: 300_000 }, async (name, toArgs) => {
  const first = commands.findIndex(([other]) => other === name)
  const root = join(makeTempDir(), 'vault')
  expect((await runCli(['init'], { vault: root })).status).toBe(0)
  const known = ['upsert', '--kind', 'trap', '--id', 'known', '--title', 'Known', '--body', 'one', ...base]
  await runCli(known, { vault: root })
  let before = await assertSound(root)
  for (let at = 1 + (first % stride), isFinished = false; !isFinished; at += stride) {
    isFinished = await runKilled(root, toArgs(at), at)
    const after = await assertSound(root)
    const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]))
    expect(changed.length, `${toArgs(at)} killed at ${at}`).toBeLessThanOrEqual(1)
    if (isFinished) expect(changed).toHaveLength(1)
    before = after
  }
})

test('the preload counts the steps of a command, so the loop above ends for the right reason', async () => {
  const root = join(makeTempDir(), 'vault')
  await runCli(['init'], { vault: root })
  const steps = join(makeTempDir(), 'steps')
  await runCli(['upsert', '--kind', 'note', '--title', 'T', '--body', 'b'], {
    vault: root,
    env: { NODE_OPTIONS: `--require ${preload}`, MEMO_STEPS_FILE: steps },
  })
  // Some twenty of files, the others of SQLite.
  expect(Number(readFileSync(steps, 'utf8'))).toBeGreaterThan(60)
})
