/** What other processes do to the vault under the server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, globSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'
import { makeMonitor } from '../support/monitor.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { put } from '../support/vault.ts'

const calls = [
  '/api/records?limit=1000&sort=updated',
  '/api/graph?limit=5000',
  '/api/records/search?limit=500',
  '/api/events?limit=500',
]

test('two hundred calls at once while another process writes: all answered, none from a state that never was', async () => {
  const { root, json, vault } = await makeMonitor()
  await put(vault, { id: 'shared', kind: 'trap', body: 'Shared.' })
  const script = join(packageRoot, 'test/support/hammer.ts')
  const writer = spawn(process.execPath, [script, root, 'ann', '12'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(writer, 'close')
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => json(calls[n % calls.length] ?? '')))
  expect(await ended).toEqual([0, null])
  for (const answer of answers) expectPrefix(answer)
  const { total } = await json('/api/records')
  expect(total).toBe(13)
})

/** The writer makes its records one after another: with one, all before it are there. */
function expectPrefix({ records, nodes, hits, events, error }: { [field: string]: unknown }): void {
  expect(error).toBeUndefined()
  const shown = (records ?? nodes ?? hits ?? events) as { title?: string }[]
  const numbers = shown.flatMap(({ title }) => (title?.startsWith('ann ') ? [Number(title.slice(4))] : []))
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(Array.from(new Set(numbers), (_, index) => index))
}

test('an index that is deleted, damaged or replaced under the server is built anew', async () => {
  const { root, json, vault, told } = await makeMonitor()
  await put(vault, { id: 'a', title: 'Kept', body: 'Text.' })
  const index = join(root, 'memo.sqlite')
  expect(await json('/api/records')).toMatchObject({ total: 1 })
  for (const suffix of ['', '-wal', '-shm']) rmSync(index + suffix, { force: true })
  expect(await json('/api/records')).toMatchObject({ total: 1, stale: false })
  for (const suffix of ['-wal', '-shm']) rmSync(index + suffix, { force: true })
  writeFileSync(index, 'this is no database, and never was one'.repeat(500))
  expect(await json('/api/records/search?q=kept')).toMatchObject({ total: 1 })
  expect(await json('/api/records')).toMatchObject({ total: 1 })
  expect(told.filter((text) => text.includes('index')).length).toBeLessThan(4)
})

test('a damaged log is told as such by every answer from it, and the doctor names the place', async () => {
  const { root, json, ask, vault } = await makeMonitor()
  await put(vault, { id: 'a', body: 'Text.' })
  const [segment = ''] = globSync('events/*/*.jsonl', { cwd: root }).map((path) => join(root, path))
  appendFileSync(segment, 'damage\ndamage\n')
  const response = await ask('/api/records')
  expect([response.status, await response.json()]).toMatchObject([500, { error: { code: 'INTEGRITY' } }])
  expect(await json('/api/doctor')).toMatchObject({ healthy: false })
  expect((await ask('/api/status')).status).toBe(200)
  expect((await ask('/healthz')).status).toBe(200)
})

test('a hand edit is seen by the next answer', async () => {
  const { root, json, vault } = await makeMonitor()
  await put(vault, { id: 'a', title: 'Old title', body: 'Text.' })
  const path = join(root, 'projects/acme/notes/a.md')
  writeFileSync(path, readFileSync(path, 'utf8').replace('Old title', 'New title'))
  utimesSync(path, new Date(), new Date())
  expect(await json('/api/records')).toMatchObject({ records: [{ title: 'New title' }] })
})

test('the files of the web page are served as the build left them, and nothing else is', async () => {
  const webFolder = makeTempDir()
  const { url } = await makeMonitor({ webFolder })
  const missing = await fetch(`${url}/`)
  expect([missing.status, await missing.json()]).toMatchObject([
    404,
    { error: { hint: expect.stringContaining('npm run build') } },
  ])
  mkdirSync(join(webFolder, 'assets'))
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html><title>memo</title>')
  writeFileSync(join(webFolder, 'assets/app-4fQ2xz9A.js'), 'export {}')
  const page = await fetch(`${url}/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'; style-src 'self'/)
  expect(page.headers.get('content-security-policy')).not.toMatch(/unsafe/)
  const again = await fetch(`${url}/index.html`, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  const script = await fetch(`${url}/assets/app-4fQ2xz9A.js`)
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  for (const path of ['/assets', '/assets/', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json', '/.env']) {
    expect((await fetch(url + path)).status, path).toBe(401)
  }
})
