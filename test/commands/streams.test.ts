import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runProcess, runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  const records = Array.from({ length: 2000 }, (_, n) => ({ id: `n${n}`, kind: 'note', body: `Note number ${n}.` }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  return vault
}

const listAll = ['list', '--project', 'acme', '--limit', '2000']

test('B152 a listing whose reader has gone ends quietly', async () => {
  const { root } = await makeFilledVault()
  const child = spawn(process.execPath, [runScript, ...listAll], { env: { ...process.env, MEMO_VAULT: root } })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
  expect(stderr).toBe('')
})

test.runIf(existsSync('/dev/full'))('B152 a listing that cannot be written fails with one line', async () => {
  const { root } = await makeFilledVault()
  const child = spawn(process.execPath, [runScript, ...listAll], {
    env: { ...process.env, MEMO_VAULT: root },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  let stderr = ''
  child.stderr?.on('data', (text) => {
    stderr += text
  })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(1)
  expect(stderr).toMatch(/^Error: .+\n$/)
})

test('B152 a reader that is slow gets all of a long answer', async () => {
  const { root, cwd } = await makeFilledVault()
  const program = `"${process.execPath}" "${runScript}" ${listAll.join(' ')} --json`
  const env = { ...process.env, MEMO_VAULT: root }
  const { stdout } = await runProcess('sh', ['-c', `${program} | (sleep 0.5; cat)`], { cwd, env })
  expect(stdout.length).toBeGreaterThan(10 * 64 * 1024)
  expect(JSON.parse(stdout).records).toHaveLength(2000)
})

test('B154 output to a pipe has no colour codes', async () => {
  const { memo } = await makeCliVault()
  for (const args of [['list'], ['log'], ['doctor'], ['project', 'list'], ['verify']]) {
    const { stdout, stderr } = await memo(args, { env: { FORCE_COLOR: undefined, TERM: 'xterm-256color' } })
    expect(stdout + stderr).not.toContain('\x1b')
  }
})
