/** Search by meaning, against a server that may be slow, wrong or down: the words answer whatever happens to it. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { attachEmbeddings, countTexts } from '../../../src/projections/index/embedding-rows.ts'
import { examineVault } from '../../../src/vault/doctor/examine.ts'
import { backfill } from '../../../src/vault/embedding/backfill.ts'
import { rebuild } from '../../../src/vault/upkeep/rebuild.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { upsertBatch } from '../../../src/vault/writing/upsert-batch.ts'
import { makeMeaningVault, useEmbedder } from '../../support/meaning-vault.ts'
import { find, findIds } from '../../support/search-vault.ts'
import { project, put } from '../../support/vault.ts'

const car = { id: 'car', title: 'The car', body: 'It stands in the garage.' }
const cake = { id: 'cake', title: 'The cake', body: 'It needs an hour.' }

async function putAll(vault: Vault, ids: readonly string[]): Promise<void> {
  async function* lines() {
    for (const id of ids) yield JSON.stringify({ id, kind: 'note', title: id, body: 'The rain.' })
  }
  await upsertBatch(vault, lines(), { project, cwd: vault.paths.root })
}

async function putMany(vault: Vault, count: number): Promise<void> {
  async function* lines() {
    for (let n = 0; n < count; n++) yield JSON.stringify({ id: `n${n}`, kind: 'note', body: `Note ${n} on rain.` })
  }
  await upsertBatch(vault, lines(), { project, cwd: vault.paths.root })
}

function waiting(vault: Vault, model = 'openai:topics'): { all: number; pending: number } {
  attachEmbeddings(vault.projections.db, vault.paths.embeddings, { create: true })
  return countTexts(vault.projections.db, model)
}

describe('what shares no word with the query', () => {
  test('is found by meaning, and nothing that means something else', async () => {
    const { vault } = await makeMeaningVault()
    await put(vault, car)
    await put(vault, cake)
    const answer = await find(vault, 'automobile', { explain: true })
    expect(answer).toMatchObject({ hits: [{ id: 'car' }], total: 1, degraded: null })
    expect(answer.hits[0]?.why?.arms).toMatchObject([{ arm: 'semantic', rank: 1 }])
    expect(answer.trace?.arms.find(({ arm }) => arm === 'semantic')).toMatchObject({ ran: true, candidates: 1 })
    closeVault(vault)
  })

  test('stays out of a search that says by operators what may answer', async () => {
    const { vault } = await makeMeaningVault()
    await put(vault, car)
    await put(vault, { id: 'bus', title: 'The bus', body: 'A vehicle for many.' })
    expect(await findIds(vault, 'automobile OR vehicle')).toEqual(['bus'])
    expect(await findIds(vault, 'automobile')).toEqual(expect.arrayContaining(['bus', 'car']))
    closeVault(vault)
  })

  test('is found by the passage of a long text that means it, within the scope', async () => {
    const { vault } = await makeMeaningVault()
    const other = `${'Words about nothing much, and more of the same. '.repeat(40)}\n\n`
    await put(vault, { id: 'long', title: 'Long', body: `${other}# Motor\n\nThe engine.\n\n# Rest\n\n${other}` })
    await put(vault, { ...car, kind: 'trap' })
    expect(await findIds(vault, 'automobile', { kinds: ['note'] })).toEqual(['long'])
    closeVault(vault)
  })
})

test('of records that are equally near, which ones are looked at does not depend on when they were written', async () => {
  const found = await Promise.all(
    [300, -300].map(async (count) => {
      const { vault } = await makeMeaningVault()
      const ids = Array.from({ length: Math.abs(count) }, (_, n) => `n${String(n).padStart(3, '0')}`)
      await putAll(vault, count > 0 ? ids : ids.reverse())
      await backfill(vault, {})
      const answer = await findIds(vault, 'storm', { limit: 1000 })
      closeVault(vault)
      return answer
    }),
  )
  expect(found[0]).toHaveLength(200)
  expect(found[1]).toEqual(found[0])
}, 60_000)

test('a search that lists asks no model', async () => {
  const { vault, server } = await makeMeaningVault()
  await put(vault, car)
  const before = server.requests.length
  for (const query of ['', '*', '???']) await find(vault, query)
  await find(vault, 'car', { sort: 'updated' })
  expect(server.requests).toHaveLength(before)
  closeVault(vault)
})

test('what the model vouches for is not called weak', async () => {
  const { vault } = await makeMeaningVault()
  await put(vault, car)
  for (let n = 0; n < 9; n++) await put(vault, { id: `n${n}`, body: `The keys were lost on a journey in week ${n}.` })
  const question = 'which automobile was rented for the long journey to the coast'
  expect((await find(vault, question)).abstained).toBeNull()
  // Near enough to be found, and no more than that: it speaks of two topics, the record of one.
  const twofold = 'which automobile was rented for the long journey through rain and storm'
  const { hits, abstained } = await find(vault, twofold)
  expect(hits[0]?.id).toBe('car')
  expect(abstained).toMatchObject({ reason: 'weak' })
  vault.config.embeddings.enabled = false
  expect((await find(vault, question)).abstained).toMatchObject({ reason: 'weak' })
  closeVault(vault)
})

describe('the mode', () => {
  test('semantic leaves the words out', async () => {
    const { vault } = await makeMeaningVault()
    await put(vault, car)
    await put(vault, { id: 'garage', body: 'It stands empty.' })
    expect(await findIds(vault, 'vehicle stands')).toEqual(expect.arrayContaining(['car', 'garage']))
    expect(await findIds(vault, 'vehicle stands', { mode: 'semantic' })).toEqual(['car'])
    closeVault(vault)
  })

  test('keyword asks no model', async () => {
    const { vault, server } = await makeMeaningVault()
    await put(vault, car)
    const before = server.requests.length
    expect(await find(vault, 'car', { mode: 'keyword' })).toMatchObject({ total: 1, degraded: null })
    expect(server.requests).toHaveLength(before)
    closeVault(vault)
  })

  test('semantic is answered by the words where too few texts have a vector', async () => {
    const { vault, server } = await makeMeaningVault()
    await put(vault, car)
    server.replies.push({ status: 400 })
    await put(vault, { id: 'van', body: 'Not a car.' })
    const answer = await find(vault, 'car', { mode: 'semantic' })
    expect(answer).toMatchObject({
      total: 2,
      degraded: { reason: '1 of 2 texts in scope have a vector of openai:topics' },
    })
    closeVault(vault)
  })
})

describe('a server in trouble', () => {
  test('that is down keeps no record from being written, and no search from being answered', async () => {
    const { vault, server, reopen } = await makeMeaningVault()
    await put(vault, cake)
    const { baseUrl } = server
    await server.stop()
    await put(vault, car)
    expect(vault.notices).toEqual([
      expect.stringMatching(/^saved, but not embedded \(.+; "memo backfill" does it later$/),
    ])
    const answer = await find(vault, 'car')
    expect(answer).toMatchObject({ hits: [{ id: 'car' }], degraded: { reason: expect.stringContaining(baseUrl) } })
    closeVault(vault)
    const again = await reopen()
    useEmbedder(again, server)
    const { findings } = await examineVault(again, { deep: false })
    const about = findings.filter(({ code }) => /embed|degraded/.test(code))
    expect(about.map(({ code }) => code)).toEqual(['embedder-unavailable', 'embeddings-pending', 'search-degraded'])
    closeVault(again)
  }, 20_000)

  test('that is slow is not waited for', async () => {
    const { vault, server } = await makeMeaningVault()
    await put(vault, car)
    vault.config.embeddings.timeoutMs = 50
    vault.embedder = undefined
    server.replies.push({ delayMs: 1000 }, { delayMs: 1000 }, { delayMs: 1000 })
    const answer = await find(vault, 'car')
    expect(answer).toMatchObject({ hits: [{ id: 'car' }], degraded: { reason: expect.any(String) } })
    closeVault(vault)
  })

  test('that gives other numbers than before is not believed', async () => {
    const { vault, server } = await makeMeaningVault()
    await put(vault, car)
    vault.embedder = undefined
    server.toVector = () => [1, 0, 0]
    expect(await find(vault, 'car')).toMatchObject({
      hits: [{ id: 'car' }],
      degraded: { reason: 'openai:topics gave 3 numbers, and the stored vectors have 4' },
    })
    vault.embedder = undefined
    await put(vault, cake)
    expect(vault.notices.join()).toMatch(/gave 3 numbers, and its stored vectors have 4/)
    expect(waiting(vault)).toEqual({ all: 2, pending: 1 })
    closeVault(vault)
  })
})

test('below 95 % of the texts in scope the words answer alone, and say so', async () => {
  const { vault, server } = await makeMeaningVault()
  await putMany(vault, 19)
  expect(vault.notices).toEqual(['19 texts wait for a vector; run "memo backfill"'])
  expect((await find(vault, 'rain')).degraded).toEqual({ reason: 'no text has a vector of openai:topics yet' })
  await backfill(vault, {})
  server.replies.push({ status: 400 })
  await put(vault, { id: 'new', body: 'A storm.' })
  expect((await find(vault, 'storms')).degraded).toBeNull()
  expect((await examineVault(vault, { deep: false })).findings).toContainEqual(
    expect.objectContaining({
      code: 'embeddings-pending',
      severity: 'info',
      message: '1 text of 20 wait for their vector.',
    }),
  )
  server.replies.push({ status: 400 })
  await put(vault, { id: 'newer', body: 'A storm again.' })
  const reason = '19 of 21 texts in scope have a vector of openai:topics'
  expect(await find(vault, 'storms')).toMatchObject({ hits: [{ id: 'new' }, { id: 'newer' }], degraded: { reason } })
  expect((await find(vault, 'storms', { kinds: ['trap'] })).degraded).toBeNull()
  const { findings } = await examineVault(vault, { deep: false })
  const about = findings.filter(({ code }) => /embed|degraded/.test(code))
  expect(about.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
    'embeddings-pending warning',
    'search-degraded info',
  ])
  for (const value of ['{', 'null', '{"count":"x"}']) {
    vault.projections.db.prepare('UPDATE vectors.notes SET value = ?').run(value)
    const { findings: left } = await examineVault(vault, { deep: false })
    expect(left, value).toEqual(findings.filter(({ code }) => code !== 'search-degraded'))
  }
  closeVault(vault)
})

describe('backfill', () => {
  test('keeps what it has when the server fails, and goes on from there', async () => {
    const { vault, server } = await makeMeaningVault()
    await putMany(vault, 150)
    server.replies.push({}, { status: 401 }, { status: 401 })
    expect(await backfill(vault, {})).toMatchObject({
      ...{ embedded: 64, pending: 86, problem: expect.stringContaining('401') },
    })
    server.replies.push({ status: 401 }, { status: 401 })
    await expect(backfill(vault, {})).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await backfill(vault, { limit: 10 })).toMatchObject({ embedded: 10, pending: 76, problem: null })
    expect(await backfill(vault, {})).toMatchObject({ embedded: 76, pending: 0, problem: null })
    const asked = server.requests.length
    expect(await backfill(vault, {})).toMatchObject({ embedded: 0, pending: 0 })
    expect(server.requests).toHaveLength(asked)
    closeVault(vault)
  })

  test('leaves out a text that the server refuses, and embeds its neighbours', async () => {
    const { vault, server } = await makeMeaningVault()
    await putMany(vault, 3)
    server.replies.push({ status: 400 }, {}, {}, { status: 400 }, {}, {})
    expect(await backfill(vault, {})).toMatchObject({ embedded: 2, refused: 1, pending: 1 })
    closeVault(vault)
  })

  test('under another model starts from nothing, and finds the old vectors again', async () => {
    const { vault, server } = await makeMeaningVault()
    await put(vault, car)
    useEmbedder(vault, server, 'other')
    expect((await find(vault, 'automobile')).degraded).toEqual({ reason: 'no text has a vector of openai:other yet' })
    expect(await backfill(vault, {})).toMatchObject({ model: 'openai:other', embedded: 1, dropped: 0 })
    useEmbedder(vault, server)
    expect(await findIds(vault, 'automobile')).toEqual(['car'])
    expect(await backfill(vault, { anew: true })).toMatchObject({ embedded: 1, dropped: 2, pending: 0 })
    closeVault(vault)
  })

  test('drops the vectors of texts that are no more, and an edit undone before finds its own', async () => {
    const { vault, server } = await makeMeaningVault()
    await put(vault, car)
    await put(vault, { id: 'car', body: 'It was sold.' })
    const asked = server.requests.length
    await put(vault, { id: 'car', body: car.body })
    expect(server.requests).toHaveLength(asked)
    expect(await backfill(vault, {})).toMatchObject({ embedded: 0, dropped: 1, pending: 0 })
    closeVault(vault)
  })
})

test('vectors outlive the index', async () => {
  const { vault, server } = await makeMeaningVault()
  await put(vault, car)
  const asked = server.requests.length
  await rebuild(vault, { acceptDeletions: false })
  expect(waiting(vault)).toEqual({ all: 1, pending: 0 })
  expect(server.requests).toHaveLength(asked)
  expect(await findIds(vault, 'automobile')).toEqual(['car'])
  closeVault(vault)
})

test('as of a time before an edit, the vector of what stood there then is looked at', async () => {
  const { vault, ports } = await makeMeaningVault()
  await put(vault, car)
  const then = ports.now()
  ports.advance(60_000)
  await put(vault, { id: 'car', title: 'Sold', body: 'A cake for the one who bought it.' })
  expect(await findIds(vault, 'automobile')).toEqual([])
  expect(await find(vault, 'automobile', { asOf: then })).toMatchObject({ hits: [{ id: 'car' }], degraded: null })
  closeVault(vault)
})

test('a damaged file of vectors is set aside, and the words answer', async () => {
  const { vault, reopen, server } = await makeMeaningVault()
  await put(vault, car)
  closeVault(vault)
  writeFileSync(vault.paths.embeddings, 'no database '.repeat(999))
  const again = await reopen()
  useEmbedder(again, server)
  expect(await find(again, 'car')).toMatchObject({ hits: [{ id: 'car' }], degraded: { reason: expect.any(String) } })
  expect(again.notices.join()).toMatch(/the stored vectors were damaged/)
  expect(readdirSync(again.paths.quarantine)).toEqual([expect.stringMatching(/^embeddings\.sqlite\.damaged/)])
  expect(await backfill(again, {})).toMatchObject({ embedded: 1, pending: 0 })
  expect(await findIds(again, 'automobile')).toEqual(['car'])
  closeVault(again)
})

test.each(['search', 'backfill', 'doctor'])(
  'damage inside the file of vectors, met by %s, is not taken for damage of the index',
  async (who) => {
    const { vault, reopen, server } = await makeMeaningVault()
    await putMany(vault, 150)
    await backfill(vault, {})
    closeVault(vault)
    const bytes = readFileSync(vault.paths.embeddings)
    writeFileSync(vault.paths.embeddings, bytes.fill(0x55, 4096))
    const again = await reopen()
    useEmbedder(again, server)
    if (who === 'search') {
      expect(await find(again, 'rain')).toMatchObject({
        degraded: { reason: 'the stored vectors are damaged' },
        total: 150,
      })
    }
    if (who === 'doctor') {
      const { healthy, findings } = await examineVault(again, { deep: false })
      expect(healthy).toBe(true)
      expect(findings.map(({ code }) => code)).toContain('embeddings-damaged')
    }
    expect(await backfill(again, {})).toMatchObject({ embedded: 150, pending: 0 })
    expect((await find(again, 'storm')).degraded).toBeNull()
    expect(again.notices.join()).not.toMatch(/the index was damaged/)
    closeVault(again)
  },
)

test('the provider local leaves out what shares few words with the query, and says so when nothing is left', async () => {
  const { vault } = await makeMeaningVault()
  await put(vault, { id: 'short', title: 'Retry jitter', body: 'Jitter.', tags: ['queue'] })
  await put(vault, { id: 'long', body: `Jitter. ${'Many other things are told here at length. '.repeat(9)}` })
  expect(await findIds(vault, 'retry jitter')).toEqual(['short', 'long'])
  vault.config.embeddings = { ...vault.config.embeddings, provider: 'local' }
  expect(await find(vault, 'retry jitter')).toMatchObject({ hits: [{ id: 'short' }], total: 1, degraded: null })
  expect(await findIds(vault, 'queue jitter')).toEqual(['short'])
  expect(await find(vault, 'told once')).toMatchObject({
    ...{ hits: [], total: 0 },
    abstained: { reason: 'out_of_scope', hint: expect.stringContaining('minSimilarity'), pointers: [{ id: 'long' }] },
  })
  expect(await findIds(vault, '', {})).toHaveLength(2)
  // Whatever else it tells: it has the very name.
  await put(vault, { id: 'named', body: `OPS-1042. ${'Many other things are told here at length. '.repeat(9)}` })
  expect(await findIds(vault, 'what of OPS-1042')).toEqual(['named'])
  closeVault(vault)
})

test('without embeddings there is no file of vectors', async () => {
  const { vault } = await makeMeaningVault()
  vault.config.embeddings.enabled = false
  await put(vault, car)
  expect(await find(vault, 'car')).toMatchObject({ degraded: null, total: 1 })
  expect(existsSync(vault.paths.embeddings)).toBe(false)
  await expect(backfill(vault, {})).rejects.toMatchObject({ code: 'UNSUPPORTED' })
  closeVault(vault)
})
