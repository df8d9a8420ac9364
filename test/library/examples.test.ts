/** The examples do what they say: run from the built package, as a program of a stranger runs it. */
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { openVault } from '../../src/library/open-vault.ts'
import { packageRoot, runProcess } from '../support/cli.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const scriptOf = (name: string): string => join(packageRoot, 'examples', `${name}.mjs`)

async function runExample(name: string, root: string) {
  const result = await runProcess(process.execPath, [scriptOf(name), root], { env: process.env, cwd: makeTempDir() })
  expect(result).toMatchObject({ status: 0, stderr: '' })
  return result.stdout
}

test('remember and recall: a second run knows what the first one learned', async () => {
  const root = join(makeTempDir(), 'vault')
  const trap = 'retries-without-jitter-stampede'
  const first = await runExample('remember-and-recall', root)
  expect(first).toBe(`remembered ${trap}
found trap: Retries without jitter stampede
  All workers wait the same time and overload the API again. Add a random part to each delay.
${trap} was used 1 time(s)
`)
  const second = await runExample('remember-and-recall', root)
  expect(second).toContain(`${trap} was known already\n`)
  expect(second).toContain(`${trap} was used 2 time(s)\n`)
})

test('the loop of an agent acts on the reasons of what is not found', async () => {
  const said = await runExample('agent-loop', join(makeTempDir(), 'vault'))
  expect(said.replace(/\d+ bytes/, 'N bytes')).toBe(`brief: N bytes, 2 records
SQLite: One file, no server. (outcome 1)
Redis: ask for use-the-queue-of-postgres instead
Kerberos: nobody knows; find it out and write it down
`)
})

test('follow the log: what another process writes comes while it is waited for', async () => {
  const root = join(makeTempDir(), 'vault')
  await using vault = await openVault({ root, create: true, project: 'shop' })
  const child = spawn(process.execPath, [scriptOf('follow-the-log'), root], { stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise((resolve) => child.on('close', resolve))
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line)
    if (line.startsWith('following')) await vault.upsert({ kind: 'note', title: 'Ports', body: 'The API is at 8080.' })
    if (line.startsWith('record.upserted')) child.kill('SIGINT')
  }
  expect(await closed).toBe(0)
  expect(lines).toEqual([
    `following ${root}`,
    'project.registered  by library',
    'record.upserted  by library  shop/ports  Ports',
    expect.stringMatching(/^go on with \S+:1:\d+$/),
  ])
})

test('each is short, and the page of the library tells it', () => {
  const page = readFileSync(join(packageRoot, 'docs/library.md'), 'utf8')
  const names = globSync('*.mjs', { cwd: join(packageRoot, 'examples') })
  expect(names).toHaveLength(3)
  for (const name of names) {
    expect(readFileSync(join(packageRoot, 'examples', name), 'utf8').split('\n').length, name).toBeLessThan(60)
    expect(page).toContain(`(../examples/${name})`)
  }
})
