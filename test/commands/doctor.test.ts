import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { git } from '../support/clones.ts'
import { makeTempDir } from '../support/temp-dir.ts'

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  const records = [1, 2, 3].map((n) => ({ id: `n${n}`, kind: 'note', body: `Note number ${n}.` }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  return vault
}

interface Report {
  healthy: boolean
  findings: { code: string; severity: string; subject: string; message: string; remedy: string }[]
  checked: string[]
  fixed?: { code: string }[]
  indexed?: number
}

async function consult({ memo }: CliVault, ...flags: string[]): Promise<Report & { status: unknown }> {
  const { status, json } = await memo(['doctor', '--json', ...flags])
  return { status, ...(json() as Report) }
}

function codesOf({ findings }: Report): string[] {
  return findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
}

test('a sound vault is healthy, and says how much was looked at', async () => {
  const vault = await makeFilledVault()
  const report = await consult(vault, '--deep')
  expect(report).toMatchObject({ status: 0, healthy: true })
  expect(report.checked.length).toBeGreaterThan(15)
  for (const { severity } of report.findings) expect(severity).not.toBe('error')
  const told = await vault.memo(['doctor'])
  expect(told.status).toBe(0)
  expect(told.stdout).toMatch(/The vault .+ is healthy: \d+ checks(, \d+ \w+)*\.\n$/)
})

test('--rebuild says how many were indexed, --fix what was mended', async () => {
  const vault = await makeFilledVault()
  expect(await consult(vault, '--rebuild')).toMatchObject({ healthy: true, indexed: 3 })
  expect((await vault.memo(['doctor', '--rebuild'])).stdout).toContain('Indexed 3 records.\n')
  chmodSync(join(vault.root, 'projects/acme/notes/n1.md'), 0o644)
  chmodSync(vault.root, 0o755)
  chmodSync(join(vault.root, 'projects'), 0o755)
  expect((await consult(vault)).findings.map(({ code }) => code)).toContain('permissions-open')
  const mended = await consult(vault, '--fix')
  expect(mended).toMatchObject({ healthy: true, fixed: [{ code: 'permissions-open' }] })
  expect(mended.findings.map(({ code }) => code)).not.toContain('permissions-open')
})

test('what git set back besides the log is an edit by hand, and is told by name', async () => {
  const vault = await makeFilledVault()
  await vault.ask(['commit'])
  await vault.ask(['upsert', '--kind', 'note', '--id', 'n4', '--body', 'New.', '--project', 'acme'])
  await vault.ask(['upsert', '--id', 'n1', '--body', 'Changed.', '--project', 'acme'])
  await vault.ask(['commit'])
  git(vault.root, 'reset', '-q', '--hard', 'HEAD~1')
  const { status, stderr } = await vault.memo(['doctor', '--fix'])
  expect(status).toBe(0)
  expect(stderr).toContain('Note: archived, as the file is gone: acme/n4; "memo restore" brings it back\n')
  expect(stderr).toContain('Note: changed to what the file says: acme/n1; "memo history" tells what it was\n')
  expect(await vault.ask(['restore', 'acme/n4'])).toMatchObject({ records: [{ id: 'n4' }] })
  rmSync(join(vault.root, 'projects/acme/notes/n2.md'))
  expect((await vault.memo(['doctor', '--fix'])).stderr).toBe('')
})

test('a changed line of the log is an error with a remedy, and the remedy works', async () => {
  const vault = await makeFilledVault()
  const segment = join(vault.root, globSync('events/*/000001.jsonl', { cwd: vault.root })[0] ?? '')
  writeFileSync(segment, readFileSync(segment, 'utf8').replace('Note number 2.', 'Note number 7.'))
  const sick = await consult(vault)
  expect(sick).toMatchObject({ status: 3, healthy: false })
  const told = await vault.memo(['doctor'])
  expect(told.status).toBe(3)
  expect(told.stdout).toMatch(/^error {2}\S+ {2}events\/.+:4\n {4}.+\n {4}→ .*memo doctor --fix/m)
  expect(told.stdout).toMatch(/is not healthy: \d+ checks, \d+ error/)
  const mended = await consult(vault, '--fix')
  expect(mended).toMatchObject({ status: 0, healthy: true })
  expect(await vault.ask(['list', '--project', 'acme'])).toMatchObject({ total: 3 })
})

test('works on a vault whose index is no database, or is gone', async () => {
  const vault = await makeFilledVault()
  writeFileSync(join(vault.root, 'memo.sqlite'), 'no database'.repeat(999))
  const told = await vault.memo(['doctor'])
  expect(told).toMatchObject({ status: 0, stderr: expect.stringMatching(/^Note: the index was /) })
  rmSync(join(vault.root, 'memo.sqlite'))
  expect(await consult(vault)).toMatchObject({ status: 0, healthy: true })
})

test.each([
  ['config.json', '{"git": {"commit": "sometimes"}}'],
  ['config.json', '{"git": '],
])('works on a vault whose %s is %s', async (file, content) => {
  const vault = await makeFilledVault()
  writeFileSync(join(vault.root, file), content)
  const report = await consult(vault)
  expect(report).toMatchObject({ status: 3, healthy: false })
  expect(codesOf(report)).toEqual(['config-invalid'])
  expect(report.checked).toContain('log')
})

test('says that there is no vault, and ends with 1 as other commands do', async () => {
  const vault = await makeCliVault()
  const nowhere = join(makeTempDir(), 'nowhere')
  expect(await consult(vault, '--vault', nowhere)).toMatchObject({
    ...{ status: 1, healthy: false },
    findings: [{ code: 'not-a-vault', severity: 'error', subject: nowhere }],
  })
  writeFileSync(nowhere, 'a file')
  expect(await consult(vault, '--vault', nowhere, '--fix')).toMatchObject({ status: 1, healthy: false })
})

test.each([[['doctor', 'now']], [['doctor', '--quick']]])('refuses memo %j', async (args) => {
  const { memo } = await makeCliVault()
  expect(await memo(args)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^Error: /) })
})
