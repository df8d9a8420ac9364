/** Law 4: an acknowledged write survives SIGKILL at any step; an unacknowledged one is there whole or not at all. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refresh } from '../../src/vault/refresh.ts'
import { closeVault, openVault, type Vault } from '../../src/vault/vault.ts'
import { packageRoot, runCli } from '../support/cli.ts'
import { saidByFiles, saidByIndex, saidByLog, statesByIndex, statesByLog } from '../support/inspect.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const preload = join(packageRoot, 'test/support/kill-at.cjs')

interface Run {
  vault: string
  args: string[]
  at: number
  behind: boolean
}

async function runKilled({ vault, args, at, behind }: Run) {
  const steps = join(makeTempDir(), 'steps')
  const env = {
    NODE_OPTIONS: `--require ${preload}`,
    MEMO_KILL_AT: String(at),
    MEMO_KILL_BEHIND: behind ? '1' : '0',
    MEMO_STEPS_FILE: steps,
  }
  const result = await runCli(args, { vault, env })
  return { ...result, finished: result.status === 0 }
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

describe.each([{ behind: false }, { behind: true }])('killed at each step (behind it: $behind)', ({ behind }) => {
  test('of a new record, an edit, and a counted read', { timeout: 300_000 }, async () => {
    const root = join(makeTempDir(), 'vault')
    expect((await runCli(['init'], { vault: root })).status).toBe(0)
    const base = ['--project', 'acme']
    await runCli(['upsert', '--kind', 'trap', '--id', 'known', '--title', 'Known', '--body', 'one', ...base], {
      vault: root,
    })
    const commands = (n: number): string[][] => [
      [
        'upsert',
        '--kind',
        'trap',
        '--id',
        `new-${n}`,
        '--title',
        `New ${n}`,
        '--body',
        `text number ${n} of its own`,
        ...base,
      ],
      ['upsert', '--id', 'known', '--body', `edit ${n}`, ...base],
      ['get', 'known', ...base],
    ]
    for (let kind = 0; kind < 3; kind++) {
      for (let at = 1; ; at++) {
        const before = await assertSound(root)
        const run = await runKilled({ vault: root, args: commands(at)[kind] ?? [], at, behind })
        const after = await assertSound(root)
        const changed = Object.keys(after).filter((key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]))
        expect(changed.length, `${commands(at)[kind]} killed at ${at}`).toBeLessThanOrEqual(1)
        if (run.finished) expect(changed).toHaveLength(1)
        if (run.finished) break
      }
    }
  })
})

test('the preload counts the steps of a command, so the loop above ends for the right reason', async () => {
  const root = join(makeTempDir(), 'vault')
  await runCli(['init'], { vault: root })
  const steps = join(makeTempDir(), 'steps')
  await runCli(['upsert', '--kind', 'note', '--title', 'T', '--body', 'b'], {
    vault: root,
    env: { NODE_OPTIONS: `--require ${preload}`, MEMO_STEPS_FILE: steps },
  })
  expect(Number(readFileSync(steps, 'utf8'))).toBeGreaterThan(20)
})
