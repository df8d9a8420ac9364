/** A redaction that is killed at any step is as if it had not been, or is brought to its end by the next command. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyLog } from '../../src/events/verify.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { openVault, withVault } from '../../src/vault/vault.ts'
import { packageRoot, runCli } from '../support/cli.ts'
import { filesWith } from '../support/files-with.ts'
import { saidByFiles, saidByIndex, saidByLog, statesByIndex, statesByLog } from '../support/inspect.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { put } from '../support/vault.ts'

const preload = join(packageRoot, 'test/support/kill-at.cjs')
const samples = Number(process.env.MEMO_TORTURE_KILLS ?? 8)

test('killed in front of a step, evenly spread over all', { timeout: 600_000 }, async () => {
  const folder = makeTempDir()
  const original = join(folder, 'vault')
  await runCli(['init'], { vault: original })
  const vault = await openVault(original)
  await put(vault, { id: 'key', title: 'zanzibar', body: 'zanzibar opens it' })
  // More than one segment, so that a kill can come between two.
  await put(vault, { id: 'filler', body: 'x'.repeat(600_000) })
  await put(vault, { id: 'key', body: 'zanzibar opens it no more' })
  vault.projections.db.close()
  const steps = join(folder, 'steps')
  const redact = (root: string, env: { [name: string]: string }) =>
    runCli(['forget', 'key', '--redact', '--yes', '--project', 'acme'], {
      vault: root,
      env: { NODE_OPTIONS: `--require ${preload}`, ...env },
    })
  const copyOf = (name: string): string => {
    execFileSync('cp', ['-a', original, join(folder, name)])
    return join(folder, name)
  }
  expect((await redact(copyOf('whole'), { MEMO_STEPS_FILE: steps })).status).toBe(0)
  const count = Number(readFileSync(steps, 'utf8'))
  const outcomes = new Set<boolean>()
  for (let n = 0; n < samples; n++) {
    const at = 1 + Math.floor((n * count) / samples)
    const root = copyOf(`killed-${at}`)
    await redact(root, { MEMO_KILL_AT: String(at) })
    outcomes.add(await isRedacted(root, at))
  }
  expect(outcomes).toEqual(new Set([false, true]))
})

/** Brings the vault up as the next command does; tells whether the record was redacted, which must then be the whole of it. */
async function isRedacted(root: string, at: number): Promise<boolean> {
  return withVault(root, {}, async (vault) => {
    await refresh(vault, 'full')
    const isDone = !Object.hasOwn(saidByLog(vault), 'acme/key')
    expect(statesByIndex(vault)).toEqual(statesByLog(vault))
    expect(saidByIndex(vault)).toEqual(saidByLog(vault))
    expect(saidByFiles(root)).toEqual(saidByLog(vault))
    expect(new Set(verifyLog(vault.log.segments).findings.map(({ code }) => code))).toEqual(
      new Set(isDone ? ['redacted'] : []),
    )
    if (isDone) expect([at, filesWith(root, 'zanzibar')]).toEqual([at, []])
    return isDone
  })
}
