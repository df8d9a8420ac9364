import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const records = [
  { id: 'lock', kind: 'trap', title: 'Lock timeout', body: 'Use immediate transactions.' },
  { id: 'pool', kind: 'decision', title: 'A pool of workers', body: 'Each takes a lock.' },
]
const queries = [
  { query: 'lock', relevant: { lock: 2, pool: 1 } },
  { query: 'submarine', unanswerable: true },
]

async function makeFilledVault() {
  const vault = await makeCliVault()
  await vault.ask(['project', 'bind', 'acme'])
  await vault.ask(['upsert', '--batch', '-'], { stdin: toLines(records) })
  writeFileSync(join(vault.cwd, 'q.jsonl'), toLines(queries))
  return vault
}

test('prints one table, with --compare a second column and the differences', async () => {
  const { memo } = await makeFilledVault()
  const one = await memo(['eval', 'q.jsonl'])
  expect(one).toMatchObject({ status: 0, stderr: '' })
  expect(one.stdout).toMatch(/^2 queries, 1 of them without an answer; the first 20 hits of each\.\n\n +default\n/)
  expect(one.stdout).toMatch(/^recall@5 +1\.000$/m)
  expect(one.stdout).toMatch(/^nDCG@10 +1\.000$/m)
  expect(one.stdout).toMatch(/^abstention precision +1\.000$/m)
  const two = await memo(['eval', '-', '--compare', 'rrf', '--limit', '1'], { stdin: toLines(queries) })
  expect(two.stdout).toContain('the first 1 hit of each')
  expect(two.stdout).toMatch(/ default +rrf +difference +95 % interval +better\/same\/worse$/m)
  expect(two.stdout).toMatch(/^MRR +1\.000 +1\.000 +0\.000 +0\.000 to 0\.000 +0\/1\/0$/m)
})

test('the log’s own labels can be written, mended and measured by', async () => {
  const { ask, memo, cwd } = await makeFilledVault()
  await ask(['config', 'set', 'search.logQueries', 'true'])
  await ask(['search', 'lock', '--session-id', 's'])
  await ask(['get', 'pool', '--session-id', 's'])
  const written = await memo(['eval', '--from-log', '--write', 'labels.jsonl'])
  expect(written.stdout).toBe('Wrote 1 query with 1 label to labels.jsonl.\n')
  expect(await ask(['eval', 'labels.jsonl'])).toMatchObject({ perQuery: [{ query: 'lock', first: 2 }] })
  expect((await memo(['eval', '--from-log'])).stdout).toContain('from the log (1 label)')
  const again = await memo(['eval', '--from-log', '--write', 'labels.jsonl'])
  expect(again).toMatchObject({ status: 1, stdout: '' })
  expect(again.stderr).toContain('labels.jsonl exists already')
  expect(existsSync(join(cwd, 'labels.jsonl'))).toBe(true)
  expect((await ask(['log', '--type', 'query.logged'])).events).toHaveLength(1)
})

test.each([
  [['eval'], '', 2, 'either a file of queries or --from-log must be given'],
  [['eval', 'q.jsonl', '--from-log'], '', 2, 'either a file of queries or --from-log must be given'],
  [['eval', 'q.jsonl', '--write', 'x'], '', 2, '--from-log'],
  [['eval', '-'], '', 2, 'standard input holds no query'],
  [['eval', '-'], '{"query":"a","relevant":["b"]}\n{"query":"a"}\n', 2, 'line 2 of standard input field "relevant"'],
  [['eval', 'q.jsonl', '--compare', 'best'], '', 2, 'there is no search profile "best"'],
  [['eval', 'q.jsonl', '--project', 'unheard'], '', 1, 'unheard'],
  [['eval', 'nowhere.jsonl'], '', 1, 'there is no such file or folder: nowhere.jsonl'],
  [['eval', '--from-log'], '', 1, 'the log tells of no use of a record that a search led to'],
])('refuses memo %j', async (args, stdin, status, message) => {
  const { memo } = await makeFilledVault()
  const told = await memo(args, { stdin })
  expect(told).toMatchObject({ status, stdout: '' })
  expect(told.stderr).toContain(message)
})
