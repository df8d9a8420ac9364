import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const records = [
  { id: 'herd', kind: 'trap', title: 'Retries stampede', body: 'Add jitter.\x1b[2J', pathPatterns: ['src/gone.ts'] },
  { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'The queue lives there. '.repeat(90) },
  { id: 'checkout', kind: 'plan', title: 'Checkout', body: 'Pay once.', due: '2020-01-01' },
]

test('memo bootstrap prints the brief alone on stdout, the rest on stderr, and the same text with --json', async () => {
  const { memo, ask, cwd } = await makeCliVault()
  writeFileSync(join(cwd, '.memo.json'), '{"project": "shop"}')
  await ask(['upsert', '--batch', '-'], { stdin: toLines(records) })
  const call = ['bootstrap', '--query', 'retries', '--max-bytes', '1024', '--session', 's']
  const { stdout, stderr, status } = await memo([...call, '--explain'])
  expect(status).toBe(0)
  expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(1024)
  expect(stdout).toMatch(/^<memo-brief project="shop">\n[\s\S]*\n<\/memo-brief>\n$/)
  expect(stdout).toContain('> Add jitter.\\x1b[2J')
  expect(stdout).toMatch(/- trap herd names src\/gone\.ts, which is not there\n/)
  expect(stderr).toMatch(/^ {2}trap {2}herd {2}Retries stampede {2}\[by query · full, \d+ of \d+ bytes\]$/m)
  expect(stderr).toMatch(/^ {2}decision {2}sqlite {2}Use SQLite {2}\[by order · \w+, \d+ of \d+ bytes\]$/m)
  expect(stderr).toMatch(new RegExp(`^Note: ${Buffer.byteLength(stdout)} of 1024 bytes.*; uses counted: 3$`, 'm'))
  const again = await ask([...call, '--no-refresh'])
  const ageless = (text: unknown): string => String(text).replace(/\d+ s ago/g, 'AGE')
  expect(ageless(again.text)).toBe(ageless(stdout))
  expect(again).toMatchObject({ bumped: [], drift: [{ id: 'herd', change: 'missing' }] })
  expect(await ask(['bootstrap', '--no-count'])).toMatchObject({ bumped: [], maxBytes: 8192 })
  expect(await ask(['get', 'herd'])).toMatchObject({ records: [{ hits: 2 }] })
})
