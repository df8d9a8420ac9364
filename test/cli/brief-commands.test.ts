import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { preloading } from '../support/cli.ts'
import { makeCliVault, toLines } from '../support/cli-vault.ts'
import { startEmbeddingServer } from '../support/embedding-server.ts'
import { topicVector } from '../support/meaning-vault.ts'

const [stopped, started] = ['--no-opt --no-maglev', '--opt --maglev']

test('a batch that finds something behind goes on lightly', { timeout: 60_000 }, async () => {
  const { root, memo, ask } = await makeCliVault()
  await ask(['upsert', '--id', 'car', '--kind', 'note', '--title', 'Car', '--body', 'A car.', '--project', 'acme'])
  appendFileSync(join(root, 'projects/acme/notes/car.md'), 'By hand.\n')
  const call = { ...preloading('v8-flags.cjs'), stdin: toLines([{ id: 'car', title: 'Cars' }]) }
  const { stderr } = await memo(['upsert', '--batch', '-', '--project', 'acme'], call)
  expect(stderr).toContain('flags: --no-opt\n')
  expect(await ask(['get', 'car', '--project', 'acme'])).toMatchObject({
    records: [{ title: 'Cars', body: expect.stringContaining('By hand.') }],
  })
})

test('a brief command keeps V8 from optimising, until there is more to do than to read', {
  timeout: 60_000,
}, async () => {
  const { root, memo, ask } = await makeCliVault()
  const flagsOf = async (args: readonly string[]): Promise<string | undefined> => {
    const { status, stderr } = await memo([...args, '--project', 'acme'], preloading('v8-flags.cjs'))
    expect(status).toBe(0)
    return /^flags: (.*)$/m.exec(stderr)?.[1]
  }
  await ask(['upsert', '--id', 'car', '--kind', 'note', '--title', 'Car', '--body', 'A car.', '--project', 'acme'])
  for (const call of [['search', 'car'], ['get', 'car'], ['list'], ['bootstrap', '--no-count']])
    expect(await flagsOf(call)).toBe(stopped)
  expect(await flagsOf(['stats'])).toBe('')

  appendFileSync(join(root, 'projects/acme/notes/car.md'), 'By hand.\n')
  expect(await flagsOf(['search', 'car'])).toBe(`${stopped} ${started}`)

  const server = await startEmbeddingServer()
  server.toVector = topicVector
  const settings = { enabled: 'true', provider: 'openai', model: 'topics', baseUrl: server.baseUrl }
  for (const [name, value] of Object.entries(settings)) await ask(['config', 'set', `embeddings.${name}`, value])
  await ask(['backfill'])
  expect(await flagsOf(['search', 'automobile'])).toContain(`${stopped} ${started}`)
})
