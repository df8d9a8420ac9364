/** One line for each hit: what it shows, and how little it takes. */
import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const inAcme = ['--project', 'acme']
const long =
  'Retries of the worker queue stampede after an outage of the payment service unless each of them waits a random time'

async function makeFull() {
  const vault = await makeCliVault()
  const records = Array.from({ length: 14 }, (_, n) => ({
    ...{
      id: `retries-stampede-${n}`,
      kind: n % 2 === 0 ? 'decision' : 'note',
      title: `${long}, ${['é', '漢', '👍'][n % 3]} case ${n}`,
    },
    body: `Retries of kind ${n} stampede. ${'A long story follows. '.repeat(20)}`,
  }))
  await vault.ask(['upsert', '--batch', '-', ...inAcme], { stdin: toLines(records) })
  return vault
}

test('ten hits with long titles take at most 1,500 bytes, as text and as JSON', async () => {
  const { memo } = await makeFull()
  for (const json of [[], ['--json']]) {
    const { stdout } = await memo(['search', 'retries', 'stampede', '--compact', '--limit', '10', ...inAcme, ...json])
    expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1500)
    expect(stdout.match(/retries-stampede-/g)).toHaveLength(10)
  }
})

test('each has its id, kind, day, score and the beginning of its title', async () => {
  const { ask, memo } = await makeFull()
  const answer = await ask(['search', 'retries', '--compact', '--limit', '3', ...inAcme])
  expect(answer).toMatchObject({ projectId: 'acme', total: 14, truncated: 11, narrowHint: expect.any(String) })
  expect(Object.keys((answer.hits as object[])[0] ?? {})).toEqual(['id', 'kind', 'title', 'updated', 'score'])
  const { stdout } = await memo(['search', 'retries', '--compact', '--limit', '3', ...inAcme])
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/^(?:note|decision) retries-stampede-\d+ today Retries of the worker queue/)
  expect(lines[3]).toMatch(/^About \d+ tokens; reading all of them takes about \d+\.$/)
})

test('across projects each says which is its; nothing found says why', async () => {
  const { ask, memo } = await makeFull()
  await ask(['upsert', '--id', 'lake', '--kind', 'note', '--body', 'Retries at the lake.', '--project', 'other'])
  const { hits } = await ask(['search', 'retries', '--compact', '--all'])
  expect(hits).toContainEqual(expect.objectContaining({ id: 'lake', projectId: 'other' }))
  const { stdout } = await memo(['search', 'retries', '--compact', '--all'])
  expect(stdout).toContain('note other/lake today ')
  expect((await memo(['search', 'quux', '--compact', ...inAcme])).stdout).toMatch(/^Nothing found \(never_known\)/)
})

test('there is nothing to explain in one line', async () => {
  const { status } = await (await makeCliVault()).memo(['search', 'x', '--compact', '--explain'])
  expect(status).toBe(2)
})
