/** A vault that somebody else wrote, taken over as a folder: its links and its settings reach nothing outside of it. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { assertAgreed, setSetting } from '../../src/vault/embedding/agreed-server.ts'
import { getEmbedder } from '../../src/vault/embedding/embedder.ts'
import { vaultPaths } from '../../src/vault/layout.ts'
import { makeMissingParts } from '../../src/vault/layout-parts.ts'
import { refresh } from '../../src/vault/refresh.ts'
import { rebuild } from '../../src/vault/upkeep/rebuild.ts'
import { openVault } from '../../src/vault/vault.ts'
import { findings } from '../support/doctor.ts'
import { startEmbeddingServer } from '../support/embedding-server.ts'
import { saidByLog } from '../support/inspect.ts'
import { find } from '../support/search-vault.ts'
import { makeVault, project, put } from '../support/vault.ts'

async function withOutside() {
  const made = await makeVault()
  const outside = join(dirname(made.root), 'outside')
  mkdirSync(outside)
  return { ...made, outside, at: (...names: string[]) => join(made.root, 'projects', project, ...names) }
}

describe('links', () => {
  test('a record file that is a link out of the vault is not read, and is told', async () => {
    const { vault, outside, at } = await withOutside()
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    writeFileSync(join(outside, 'private.txt'), 'the plan of somebody else\n')
    symlinkSync(join(outside, 'private.txt'), at('notes', 'stolen.md'))
    await refresh(vault, 'full')
    expect(Object.keys(saidByLog(vault))).toEqual(['acme/one'])
    expect(await findings(vault)).toMatchObject([
      {
        code: 'file-unreadable',
        subject: expect.stringContaining('stolen.md'),
        message: expect.stringContaining('link'),
      },
    ])
    await rebuild(vault, { acceptDeletions: false })
    expect(JSON.stringify(saidByLog(vault))).not.toContain('somebody')
  })

  test('a link to another file of the vault is followed, and one that is put right is', async () => {
    const { vault, outside, at } = await withOutside()
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    writeFileSync(at('notes', 'draft.txt'), 'written elsewhere\n')
    symlinkSync('draft.txt', at('notes', 'two.md'))
    writeFileSync(join(outside, 'x'), 'x')
    symlinkSync(join(outside, 'x'), at('notes', 'three.md'))
    await refresh(vault, 'full')
    rmSync(at('notes', 'three.md'))
    writeFileSync(at('notes', 'three.md'), 'a file of its own\n')
    await refresh(vault, 'full')
    expect(saidByLog(vault)).toMatchObject({
      'acme/two': { body: expect.stringContaining('elsewhere') },
      'acme/three': { body: expect.stringContaining('of its own') },
    })
  })

  test.each(['notes', '.', '..'])(
    'nothing is written through a folder (%s) that is a link out of the vault',
    async (which) => {
      const { vault, outside, at } = await withOutside()
      await put(vault, { id: 'one', title: 'One', body: 'text' })
      const folder = at(which)
      rmSync(folder, { recursive: true })
      symlinkSync(outside, folder)
      await put(vault, { id: 'two', title: 'Two', body: 'more' })
      expect(readdirSync(outside, { recursive: true })).toEqual([])
      expect(saidByLog(vault)).toMatchObject({ 'acme/two': { title: 'Two' } })
      expect(vault.notices.join()).toContain('leads out of the vault')
    },
  )

  test('no file is set aside through a folder that is a link out of the vault', async () => {
    const { vault, outside, at } = await withOutside()
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    rmSync(at(), { recursive: true })
    symlinkSync(outside, at())
    writeFileSync(join(outside, 'INDEX.md'), 'the index of somebody else\n')
    await put(vault, { id: 'two', title: 'Two', body: 'more' })
    expect(readdirSync(outside)).toEqual(['INDEX.md'])
  })

  test('a view that is a link is set aside and not read, wherever it leads', async () => {
    const { vault, root, at } = await withOutside()
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    rmSync(at('INDEX.md'))
    // A device that never ends.
    symlinkSync('/dev/zero', at('INDEX.md'))
    await put(vault, { id: 'two', title: 'Two', body: 'more' })
    expect(readFileSync(at('INDEX.md'), 'utf8')).toContain('[Two](notes/two.md)')
    expect(readdirSync(join(root, '.sync/quarantine'))).toEqual([expect.stringContaining('INDEX.md')])
  })

  test.each(['.sync', 'events', 'projects', 'memo.sqlite', '.sync/errors.jsonl', '.sync/lock.sqlite'])(
    'a vault whose %s is a link out of it is not opened',
    async (part) => {
      const { vault, root, outside } = await withOutside()
      vault.projections.db.close()
      const [path, target] = [join(root, part), join(outside, 'target')]
      rmSync(path, { recursive: true, force: true })
      symlinkSync(target, path)
      await expect(openVault(root)).rejects.toMatchObject({ code: 'REFUSED', message: expect.stringContaining(path) })
      expect(existsSync(target)).toBe(false)
    },
  )

  test('settings without an end are not read, nor completed', async () => {
    const { vault, root } = await withOutside()
    for (const name of ['.gitignore', '.gitattributes', 'config.json']) {
      rmSync(join(root, name))
      // A device that never ends.
      symlinkSync('/dev/zero', join(root, name))
    }
    expect(makeMissingParts(vault.paths)).toEqual([])
    expect(await findings(vault)).not.toContainEqual(expect.objectContaining({ code: 'check-failed' }))
    await expect(openVault(root)).rejects.toMatchObject({
      code: 'USAGE',
      message: expect.stringContaining('config.json'),
    })
  })

  test('the folder of the vault may be a link', async () => {
    const { vault, root, ports } = await withOutside()
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    const link = join(dirname(root), 'link')
    symlinkSync(root, link)
    const through = await openVault(link, { ports })
    await put(through, { id: 'two', title: 'Two', body: 'more' })
    expect(existsSync(join(root, 'projects/acme/notes/two.md'))).toBe(true)
  })
})

test('a record file of 3 GiB is not read, and keeps nobody from the others', async () => {
  const { vault, at } = await withOutside()
  await put(vault, { id: 'one', title: 'One', body: 'text' })
  writeFileSync(at('notes', 'huge.md'), '')
  truncateSync(at('notes', 'huge.md'), 3 * 1024 ** 3)
  await refresh(vault, 'full')
  expect(await find(vault, 'text')).toMatchObject({ total: 1 })
  expect(vault.notices).toEqual([expect.stringMatching(/huge\.md .*larger than 16 MiB/)])
})

describe('an embedding server that the settings name', () => {
  const remote = { enabled: true, provider: 'openai', model: 'm', baseUrl: 'https://texts.example' } as const

  async function openWith(embeddings: object) {
    const { root, ports } = await makeVault()
    const settings = `${JSON.stringify({ version: 1, embeddings })}\n`
    writeFileSync(join(root, 'config.json'), settings)
    return { root, vault: await openVault(root, { ports }) }
  }

  test('gets nothing before it was set on this machine, and the words answer', async () => {
    const { vault, root } = await openWith(remote)
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    expect(vault.notices.join()).toContain('which was not set on this machine')
    expect(await find(vault, 'text')).toMatchObject({
      hits: [{ id: 'one' }],
      degraded: { reason: expect.stringContaining('https://texts.example') },
    })
    await setSetting(root, 'embeddings.model', 'other')
    await expect(getEmbedder(vault)).rejects.toMatchObject({ code: 'REFUSED' })
    await setSetting(root, 'embeddings.baseUrl', remote.baseUrl)
    expect(await getEmbedder(vault)).toMatchObject({ id: 'openai:m' })
  })

  test('is asked again about another address, and about a key that is to go with it', async () => {
    const { vault, root } = await openWith(remote)
    await setSetting(root, 'embeddings.baseUrl', remote.baseUrl)
    const { embeddings } = (await openVault(root)).config
    expect(() => assertAgreed(vault.paths, embeddings)).not.toThrow()
    for (const change of [{ baseUrl: 'https://other.example' }, { apiKeyEnv: 'CLOUD_SECRET' }]) {
      expect(() => assertAgreed(vault.paths, { ...embeddings, ...change })).toThrow(Object.values(change)[0])
    }
    await setSetting(root, 'embeddings.apiKeyEnv', 'MY_KEY')
    expect(() => assertAgreed(vault.paths, { ...embeddings, apiKeyEnv: 'MY_KEY' })).not.toThrow()
    expect(() => assertAgreed(vault.paths, { ...embeddings, apiKeyEnv: 'CLOUD_SECRET' })).toThrow('CLOUD_SECRET')
  })

  test('is not agreed to by a folder that came along with the vault', async () => {
    const { root } = await openWith(remote)
    await setSetting(root, 'embeddings.baseUrl', remote.baseUrl)
    const copy = join(dirname(root), 'copy')
    cpSync(root, copy, { recursive: true })
    expect(readFileSync(join(copy, '.sync/agreed-server.json'), 'utf8')).toContain(remote.baseUrl)
    expect(() => assertAgreed(vaultPaths(copy), { ...defaults, ...remote })).toThrow('was not set on this machine')
    for (const text of ['null', '{', '{"baseUrl": "https://texts.example"}']) {
      writeFileSync(join(copy, '.sync/agreed-server.json'), text)
      expect(() => assertAgreed(vaultPaths(copy), { ...defaults, ...remote })).toThrow('was not set on this machine')
    }
  })

  test('on this machine needs no word, but a key does', async () => {
    const server = await startEmbeddingServer()
    const local = { ...remote, baseUrl: server.baseUrl }
    const { vault } = await openWith(local)
    await put(vault, { id: 'one', title: 'One', body: 'text' })
    expect(server.requests).toHaveLength(1)
    const { paths } = vault
    for (const baseUrl of ['http://localhost:1', 'http://[::1]:1/v1', 'http://127.0.0.2:1']) {
      expect(() => assertAgreed(paths, { ...defaults, ...local, baseUrl })).not.toThrow()
    }
    for (const baseUrl of [
      'http://localhost.example',
      'http://127.0.0.1.example',
      'http://192.168.0.2',
      'http://0.0.0.0',
    ]) {
      expect(() => assertAgreed(paths, { ...defaults, ...local, baseUrl })).toThrow('not set on this machine')
    }
    expect(() => assertAgreed(paths, { ...defaults, ...local, apiKeyEnv: 'KEY' })).toThrow('not set on this machine')
  })
})

const defaults = { apiKeyEnv: '', timeoutMs: 2000, minSimilarity: 0.3 }
