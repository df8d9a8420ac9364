/** `memo export` through the program: where it goes, and what is told besides. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { makeSharedTempDir, makeTempDir } from '../support/temp-dir.ts'

const folder = makeSharedTempDir()
let vault: CliVault

beforeAll(async () => {
  vault = await makeCliVault(folder)
  const body = 'All retries come at once. '.repeat(400)
  const records = Array.from({ length: 40 }, (_, n) => ({ id: `r${n}`, kind: 'note', title: `Note ${n}`, body }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
})

const shell = (script: string): string => {
  const memo = `'${process.execPath}' '${runScript}' export --all`
  const env = { ...process.env, MEMO_VAULT: vault.root }
  return execFileSync('bash', ['-c', script.replaceAll('MEMO', memo)], { cwd: vault.cwd, env, encoding: 'utf8' })
}

test('standard output is the export, and what is said of it goes to standard error', async () => {
  const plain = await vault.memo(['export', '--all'])
  expect(plain.stdout.split('\n')).toHaveLength(41)
  expect(plain).toMatchObject({ status: 0, stderr: expect.stringContaining('Exported 40 records.\n') })
  const told = await vault.memo(['export', '--all', '--json'])
  expect(told.stdout).toBe(plain.stdout)
  expect(JSON.parse(told.stderr)).toMatchObject({ out: null, records: 40, bytes: Buffer.byteLength(plain.stdout) })
})

test('a file is private to its owner and replaced as a whole', async () => {
  const out = join(vault.cwd, 'all.html')
  for (const limit of ['30', '2']) {
    const call = ['export', '--all', '--format', 'html', '--out', 'all.html', '--limit', limit]
    expect(await vault.memo(call)).toMatchObject({ stdout: `Exported ${limit} records to ${out}.\n` })
  }
  expect(readFileSync(out, 'utf8').match(/<article /g)).toHaveLength(2)
  expect(statSync(out).mode & 0o777).toBe(0o600)
})

test('a reader that goes away is no failure, and a full disk leaves no half file', () => {
  expect(shell('MEMO 2> said | head -c 9; echo " $PIPESTATUS $(grep -c Error said)"; rm said')).toBe('{"id":"r0 0 0\n')
  expect(shell('MEMO 2>&1 > /dev/full; echo $?')).toMatch(/the disk is full.*\n1\n$/s)
  const before = readdirSync(vault.cwd)
  // The index needs some of the room, too.
  const limited = "ulimit -f 300; trap '' XFSZ; MEMO --out half.jsonl 2>&1; echo $?"
  expect(shell(limited)).toMatch(/the file is too large.*\n1\n$/s)
  expect(readdirSync(vault.cwd)).toEqual(before)
})

test('nothing found is nothing written, with the reason on standard error', async () => {
  const none = await vault.memo(['export', '--all', 'kerberos'])
  expect(none).toMatchObject({ status: 0, stdout: '' })
  expect(none.stderr).toContain('Nothing found (never_known)')
})

test('a folder of files needs a name', async () => {
  const failed = await vault.memo(['export', '--format', 'markdown'])
  expect(failed).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('--out') })
})

test('what goes out comes back in through a pipe, and a second time changes nothing', async () => {
  const other = await makeCliVault(makeTempDir())
  const { stdout } = await vault.memo(['export', '--all'])
  const first = await other.ask(['import', 'jsonl', '-'], { stdin: stdout })
  expect(first).toMatchObject({ created: 40, rejected: [] })
  expect((await other.memo(['export', '--all'])).stdout).toBe(stdout)
  const second = await other.memo(['import', 'jsonl', '-'], { stdin: stdout })
  expect(second).toMatchObject({ status: 0, stdout: expect.stringContaining('40 unchanged') })
  const bad = await other.memo(['import', 'jsonl', '-', '--dry-run'], { stdin: '{"title":"a"\n\xff\n' })
  expect(bad).toMatchObject({ status: 1, stderr: expect.stringContaining('-:1: the line is not a JSON object') })
  expect(await other.memo(['import', 'jsonl', 'none.jsonl'])).toMatchObject({ status: 1, stdout: '' })
})
