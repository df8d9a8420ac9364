/** What V8 has compiled is kept from one run to the next: taken when it is whole and new, made again when it is not. */
import { once } from 'node:events'
import { chmodSync, globSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot, runCli } from './support/cli.ts'
import { makeCliVault } from './support/cli-vault.ts'
import { startMemo } from './support/start-memo.ts'
import { makeTempDir } from './support/temp-dir.ts'

test('the script is named for the chunk and what it holds, whatever signs the name of its file has', async () => {
  const { toScript } = (await import(join(packageRoot, 'scripts/start-script.mjs'))) as {
    toScript(chunk: object, given: { commands: string[]; runtime: object }): { fileName: string }[]
  }
  const chunk = { name: 'start', fileName: 'chunks/start-B-_iXC5a.js', code: 'const a = 1\nexport { a }\n' }
  const [{ fileName: module } = {}, { fileName: script } = {}] = toScript(chunk, { commands: [], runtime: {} })
  expect([module, script]).toEqual([chunk.fileName, expect.stringMatching(/^chunks\/start-[0-9a-f]{8}\.cjs$/)])
})

async function makeSearch() {
  const vault = await makeCliVault()
  const { ask, memo } = vault
  await ask(['upsert', '--id', 'car', '--kind', 'note', '--title', 'Car', '--body', 'A car.', '--project', 'acme'])
  const caches = makeTempDir()
  const env = { XDG_CACHE_HOME: caches, NODE_COMPILE_CACHE: undefined }
  const search = (...flags: string[]) => memo(['search', 'car', '--project', 'acme', ...flags], { env })
  const kept = () => globSync(join(caches, 'memo/*/start-*')).sort()
  return { vault, caches, env, memo, search, kept }
}

const found = { status: 0, stderr: '', stdout: expect.stringContaining('A car.') }

/** The second call keeps once more what it has called. */
async function searchTwice() {
  const made = await makeSearch()
  expect(await made.search()).toMatchObject(found)
  expect(await made.search()).toMatchObject(found)
  const [path = ''] = made.kept()
  return { ...made, path }
}

test('a third search takes what the first two have kept, and writes nothing', async () => {
  const { search, kept, path } = await searchTwice()
  expect(kept()).toEqual([expect.stringMatching(/start-[0-9a-f]{8}\.cjs\.search$/)])
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const { ino } = statSync(path)
  expect(await search()).toMatchObject(found)
  expect(statSync(path).ino).toBe(ino)
})

test('a write keeps what it has called of both of its chunks, apart from all others', async () => {
  const { caches, env, memo } = await makeSearch()
  const upsert = (id: string) =>
    memo(['upsert', '--id', id, '--kind', 'note', '--body', 'A wheel.', '--project', 'acme'], { env })
  const kept = () => globSync(join(caches, 'memo/*/*.cjs.*')).sort()
  for (const id of ['wheel', 'door']) expect(await upsert(id)).toMatchObject({ status: 0, stderr: '' })
  const inodes = kept().map((path) => statSync(path).ino)
  expect(kept()).toEqual(
    ['start', 'write'].map((name) => expect.stringMatching(`/${name}-[0-9a-f]{8}\\.cjs\\.upsert$`)),
  )
  expect(await upsert('tyre')).toMatchObject({ status: 0, stderr: '' })
  expect(kept().map((path) => statSync(path).ino)).toEqual(inodes)
})

test('what the first call kept, which found nothing, grows by what the second one needs', async () => {
  const { memo, env, kept, search } = await makeSearch()
  expect(await memo(['search', 'train', '--project', 'acme'], { env })).toMatchObject({ status: 0 })
  const [path = ''] = kept()
  const { size } = statSync(path)
  expect(await search()).toMatchObject(found)
  expect(statSync(path).size).toBeGreaterThan(size)
})

test('after that what is kept grows by what another call needs an hour later', async () => {
  const { search, path } = await searchTwice()
  const { size } = statSync(path)
  await search('--explain')
  expect(statSync(path).size).toBe(size)
  const before = Date.now() / 1000 - 3700
  utimesSync(path, before, before)
  await search('--explain')
  expect(statSync(path).size).toBeGreaterThan(size)
})

describe('what is kept and', () => {
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['has a flipped bit', (bytes) => bytes.fill((bytes[300_000] ?? 0) ^ 16, 300_000, 300_001)],
    ['is cut off', (bytes) => bytes.subarray(0, 100_000)],
    ['is empty', () => Buffer.alloc(0)],
    ['is all zeroes', (bytes) => bytes.fill(0)],
  ])('%s is made again', async (_, damage) => {
    const { search, path } = await searchTwice()
    const whole = readFileSync(path)
    writeFileSync(path, damage(Buffer.from(whole)))
    expect(await search()).toMatchObject(found)
    expect(Math.abs(statSync(path).size - whole.length)).toBeLessThan(20_000)
    const bytes = readFileSync(path)
    expect(bytes.subarray(0, bytes.length / 2).equals(bytes.subarray(bytes.length / 2))).toBe(true)
  })
})

test('a server that has set flags of V8 keeps what it has called, too', async () => {
  const { env, kept, memo } = await makeSearch()
  expect(await memo(['mcp'], { env })).toMatchObject({ status: 0 })
  expect(kept()).toEqual([expect.stringMatching(/\.cjs\.rest$/)])
})

test('a server that its client ends by a signal keeps it as well', async () => {
  const { vault, env, kept } = await makeSearch()
  const { child, ended } = startMemo(vault, ['mcp'], 'pipe', env)
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`)
  if (child.stdout !== null) await once(child.stdout, 'data')
  child.kill('SIGTERM')
  expect(await ended).toMatchObject({ status: 0 })
  expect(kept()).toEqual([expect.stringMatching(/\.cjs\.rest$/)])
})

test('a call that fails keeps nothing, as it has called little', async () => {
  const { env, kept } = await makeSearch()
  expect(await runCli(['search', 'car'], { env, vault: makeTempDir() })).toMatchObject({ status: 1 })
  expect(kept()).toEqual([])
})

test('what cannot be put in its place is not left beside it', async () => {
  const { search, kept, path } = await searchTwice()
  rmSync(path)
  mkdirSync(path)
  expect(await search()).toMatchObject(found)
  expect(kept()).toEqual([path])
})

test.skipIf(process.getuid?.() === 0)('starts where nothing can be kept', async () => {
  const { caches, search } = await makeSearch()
  chmodSync(caches, 0o500)
  expect(await search()).toMatchObject(found)
})
