/** The vault behind a server: opened late, committed while idle, closed once. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { vaultHost } from '../../src/mcp/host.ts'
import { serveOverHttp } from '../../src/mcp/serve-http.ts'
import { heldOptions } from '../../src/vault/held-options.ts'
import { initVault } from '../../src/vault/init.ts'
import { listPresent } from '../../src/vault/presence.ts'
import { getStatus } from '../../src/vault/status/status.ts'
import { addNotice, reopenProjections, type Vault, withVault } from '../../src/vault/vault.ts'
import { startEmbeddingServer } from '../support/embedding-server.ts'
import { makeTempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { put, putAll } from '../support/vault.ts'

function makeHost(root: string, idleMs: number) {
  const told: string[] = []
  const host = vaultHost({ root, cwd: root, tell: (text) => void told.push(text), idleMs })
  onTestFinished(() => host.close())
  return { host, told }
}

function countCommits(root: string): number {
  return Number(spawnSync('git', ['rev-list', '--count', '--all'], { cwd: root, encoding: 'utf8' }).stdout)
}

test('a vault that is not there fails the call, and is opened by the first call after it was made', async () => {
  const root = join(makeTempDir(), 'vault')
  const { host, told } = makeHost(root, 60_000)
  host.warmUp()
  await expect(host.run(async () => 1)).rejects.toThrow(/there is no vault/)
  await initVault(root)
  expect(await host.run(async ({ actor }) => actor)).toBe('mcp')
  expect(told).toEqual([])
})

test('little of the index is kept in memory, also once it is opened anew', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  const { host } = makeHost(root, 60_000)
  const readSize = ({ projections }: Vault) => projections.db.raw.pragma('cache_size', { simple: true })
  expect(await host.run(async (vault) => readSize(vault))).toBe(-heldOptions.cacheKib)
  const anew = await host.run(async (vault) => {
    reopenProjections(vault)
    return readSize(vault)
  })
  expect(anew).toBe(-heldOptions.cacheKib)
})

test('seed 001, "Degraded mode": "Writes made in that state queue their vectors. memo-mcp backfill or the next server start embeds them."', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  const embedder = await startEmbeddingServer()
  const embeddings = { enabled: true, provider: 'openai', baseUrl: embedder.baseUrl, model: 'late', timeoutMs: 2000 }
  writeFileSync(join(root, 'config.json'), JSON.stringify({ embeddings }))
  embedder.replies = Array.from({ length: 100 }, () => ({ status: 503, headers: { 'retry-after': '0' } }))
  await withVault(root, {}, (vault) =>
    putAll(
      vault,
      Array.from({ length: 20 }, (_, n) => ({ id: `n${n}`, body: `Text ${n}.` })),
    ),
  )
  embedder.replies = []
  const { host, told } = makeHost(root, 60_000)
  host.warmUp()
  const state = () => host.run((vault) => getStatus(vault, { project: undefined, cwd: root, isRefreshed: false }))
  await expect
    .poll(async () => (await state()).embeddings, { timeout: 10_000 })
    .toMatchObject({ texts: 20, embedded: 20 })
  expect(embedder.requests.every(({ input }) => input.length <= 8)).toBe(true)
  expect(told).toEqual([])
})

test('a call does not wait for an embedder that does not answer, which is asked again behind it', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  await withVault(root, {}, (vault) => put(vault, { id: 'late', body: 'Text.' }))
  const embedder = await startEmbeddingServer()
  const embeddings = { enabled: true, provider: 'openai', baseUrl: embedder.baseUrl, model: 'late', timeoutMs: 120_000 }
  writeFileSync(join(root, 'config.json'), JSON.stringify({ embeddings }))
  // Neither the texts nor the look whether it is there at all.
  const refusal = { status: 503, headers: { 'retry-after': '100' } }
  embedder.replies = [{ delayMs: 600_000 }, refusal, { delayMs: 600_000 }]
  const { host } = makeHost(root, 60_000)
  host.warmUp()
  const state = () => host.run((vault) => getStatus(vault, { project: undefined, cwd: root, isRefreshed: false }))
  for (const requests of [1, 3]) {
    await expect.poll(() => embedder.requests.length, { timeout: 20_000 }).toBe(requests)
    expect((await state()).embeddings).toMatchObject({ texts: 1, embedded: 0 })
  }
  await expect.poll(async () => (await state()).embeddings, { timeout: 20_000 }).toMatchObject({ embedded: 1 })
})

test('what was written is committed when nothing more comes, and at the end', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  const { host } = makeHost(root, 10)
  await host.run((vault) => put(vault, { id: 'one', body: 'One.' }))
  await until(() => countCommits(root) > 0)
  expect(countCommits(root)).toBe(1)
  await host.close()
  const late = makeHost(root, 60_000).host
  await late.run((vault) => put(vault, { id: 'two', body: 'Two.' }))
  expect(countCommits(root)).toBe(1)
  await late.close()
  expect(countCommits(root)).toBe(2)
})

test('notices are told once, listeners hear of writes only, and the server is there until it is closed', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  const { host, told } = makeHost(root, 60_000)
  host.place = 'http://127.0.0.1:1/mcp'
  let writes = 0
  host.onWrite(() => {
    writes += 1
  })
  const paths = await host.run(async (vault) => {
    addNotice(vault, 'look here')
    return vault.paths
  })
  await host.run(async (vault) => addNotice(vault, 'look here'))
  expect(told).toEqual(['look here'])
  expect(writes).toBe(0)
  for (let n = 0; n < 300; n++) await host.run(async (vault) => addNotice(vault, `notice ${n}`))
  expect(told).toHaveLength(301)
  expect(await host.run(async ({ notices }) => notices.length)).toBeLessThanOrEqual(201)
  await host.run((vault) => put(vault, { id: 'one', body: 'One.' }))
  expect(writes).toBe(1)
  expect(listPresent(paths)).toMatchObject([{ what: 'mcp', place: 'http://127.0.0.1:1/mcp', pid: process.pid }])
  await host.close()
  expect(listPresent(paths)).toEqual([])
})

test('a server that was told to end before it listened ends', async () => {
  const root = join(makeTempDir(), 'vault')
  await initVault(root)
  const { host, told } = makeHost(root, 60_000)
  const address = { host: '127.0.0.1', port: 0 }
  const options = { address, token: undefined, version: '1.2.3', tell: (text: string) => void told.push(text) }
  await serveOverHttp(host, { ...options, ended: AbortSignal.abort(), onListening: () => {} })
  expect(told).toEqual([])
})
