/** The program itself: where it listens, what it prints, how it ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCli, runScript } from '../support/cli.ts'
import { makeCliVault } from '../support/cli-vault.ts'
import { closeObjects, readSchema, toChecker } from '../support/json-schema.ts'
import { makeTempDir } from '../support/temp-dir.ts'

interface Started {
  child: ChildProcess
  /** What it has printed. */
  stdout(): string
  stderr(): string
  url: string
  /** From the login link, if it printed one. */
  token: string
  ended: Promise<unknown[]>
}

/** Starts `memo serve` on a free port and waits until it says where it is. */
async function start(vault: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Started> {
  const all = ['serve', '--vault', vault, '--port', '0', ...args]
  const child = spawn(process.execPath, [runScript, ...all], { env: { ...process.env, ...env } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text) => {
      said[name] += text
    })
  }
  const ended = once(child, 'close')
  const url = () => /http:\/\/[^\s/"]+/.exec(said.stdout)?.[0]
  while (url() === undefined && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), ended])
  const token = /login\?token=([\w-]+)/.exec(said.stdout)?.[1] ?? ''
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, url: url() ?? '', token, ended }
}

async function occupy(): Promise<{ server: Server; port: number }> {
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

/** Addresses that the process listens on, as the kernel tells them. */
function listening(pid: number | undefined): string[] {
  return ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/${pid}/net/${name}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter((fields) => fields[3] === '0A')
      .map((fields) => fields[1] ?? ''),
  )
}

test('serves until it is told to end, then ends the streams, answers what was asked, and lets go', async () => {
  const { root, memo } = await makeCliVault()
  const { child, url, token, stdout, stderr, ended } = await start(root)
  expect(stdout()).toMatch(/^Serving \S+ at http:\/\/127\.0\.0\.1:\d+\nLog in with http:\S+\/login\?token=[\w-]{43}\n$/)
  const headers = { authorization: `Bearer ${token}` }
  expect(await (await fetch(`${url}/healthz`, { headers })).json()).toMatchObject({ ok: true, vault: root })
  expect((await memo(['status'])).stdout).toContain(`serve at ${url}`)
  const stream = await fetch(`${url}/api/events/stream`, { headers })
  const rest = stream.text()
  const asked = Promise.all(Array.from({ length: 20 }, () => fetch(`${url}/api/doctor`, { headers })))
  await fetch(`${url}/healthz`)
  child.kill('SIGTERM')
  expect((await asked).map(({ status }) => status)).toEqual(Array(20).fill(200))
  expect(await rest).toContain('event: ready')
  expect(await ended).toEqual([0, null])
  expect(stderr()).toBe('')
  await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  expect((await memo(['status'])).stdout).not.toContain('serve at')
})

test('B128 listens on this machine only, and for others not without a token worth the name', async () => {
  const { root } = await makeCliVault()
  const { child, url, stdout, ended } = await start(root, ['--json'], { MEMO_SERVE_TOKEN: 'from-the-environment' })
  const answer = JSON.parse(stdout())
  expect(toChecker(closeObjects(readSchema('serve')))(answer)).toEqual([])
  expect(answer).toEqual({ url, vault: root })
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0')
  expect(listening(child.pid).filter((address) => address.endsWith(`:${port}`))).toEqual([`0100007F:${port}`])
  const headers = { authorization: 'Bearer from-the-environment' }
  expect((await fetch(`${url}/api/projects`, { headers })).status).toBe(200)
  child.kill('SIGINT')
  expect(await ended).toEqual([0, null])
  for (const args of [[], ['--token', 'short']]) {
    const refused = await runCli(['serve', '--host', '0.0.0.0', '--port', '0', ...args], { vault: root })
    expect(refused).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/token.*\n.*MEMO_SERVE_TOKEN/s),
    })
  }
})

test('B131 says in a line that the port is taken, and the first goes on', async () => {
  const { root } = await makeCliVault()
  const { port } = await occupy()
  const first = await start(root)
  const ports = [String(port), new URL(first.url).port]
  for (const taken of ports) {
    const result = await runCli(['serve', '--port', taken], { vault: root })
    expect(result).toMatchObject({ status: 1, stdout: '' })
    expect(result.stderr).toBe(`Error: port ${taken} of 127.0.0.1 is taken\nHint: name another with --port or --host\n`)
  }
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200)
  for (const wrong of ['99999', 'abc', '-1']) {
    const result = await runCli(['serve', '--port', wrong], { vault: root })
    expect(result, wrong).toMatchObject({ status: 2, stdout: '' })
    expect(result.stderr).not.toMatch(/\n\s+at /)
  }
  expect(await runCli(['serve', '--host', '192.0.2.1', '--token', 'long-enough-token'], { vault: root })).toMatchObject(
    {
      ...{ status: 1, stderr: expect.stringContaining('192.0.2.1 is not an address of this machine') },
    },
  )
})

test('opens a browser with a word that logs in once, and says when there is none', async () => {
  const { root } = await makeCliVault()
  const folder = makeTempDir()
  const note = join(folder, 'opened')
  writeFileSync(join(folder, 'xdg-open'), `#!/bin/sh\necho "$1" > '${note}.part' && mv '${note}.part' '${note}'\n`, {
    mode: 0o755,
  })
  const { url, token } = await start(root, ['--open'], { PATH: `${folder}:${process.env.PATH}` })
  await expect.poll(() => existsSync(note), { timeout: 10_000 }).toBe(true)
  const opened = readFileSync(note, 'utf8').trim()
  expect(opened).toMatch(new RegExp(`^${url}/login\\?token=[\\w-]{43}$`))
  expect(opened).not.toContain(token)
  expect((await fetch(opened, { redirect: 'manual' })).status).toBe(303)
  expect((await fetch(opened, { redirect: 'manual' })).status).toBe(401)
  const without = await start(root, ['--open'], { PATH: makeTempDir() })
  await expect.poll(without.stderr, { timeout: 10_000 }).toMatch(/^Note: no browser could be opened: /)
  expect((await fetch(`${without.url}/healthz`)).status).toBe(200)
})

test('needs a vault, and a token that a header can carry', async () => {
  const { root } = await makeCliVault()
  const lost = await runCli(['serve', '--vault', `${root}/nothing`, '--json'])
  expect([lost.status, lost.json()]).toMatchObject([1, { error: { code: 'NOT_A_VAULT' } }])
  const blank = await runCli(['serve', '--token', 'two words', '--json'], { vault: root })
  expect([blank.status, blank.json()]).toMatchObject([2, { error: { code: 'USAGE' } }])
})
