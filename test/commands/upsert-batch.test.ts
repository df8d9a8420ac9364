import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { startMemo } from '../support/start-memo.ts'
import { until } from '../support/until.ts'

const place = ['--project', 'acme']

const kinds = ['note', 'decision', 'trap', 'fact']

function makeRecords(count: number): { [field: string]: unknown }[] {
  return Array.from({ length: count }, (_, n) => ({
    kind: kinds[n % kinds.length],
    title: `Record number ${n}`,
    body: `What record ${n} says:\nword${n} and \u2028 a separator, ünïcödé 部署 🚀.`,
    tags: ['batch', `t${n % 7}`],
  }))
}

function writeBatch({ cwd }: CliVault, content: string | Buffer): string {
  const file = join(cwd, 'batch.jsonl')
  writeFileSync(file, content)
  return file
}

describe('memo upsert --batch', () => {
  test('writes a thousand lines, and a second run changes nothing', async () => {
    const vault = await makeCliVault()
    const file = writeBatch(vault, toLines(makeRecords(1000)))
    const first = await vault.memo(['upsert', '--batch', file, ...place])
    expect(first).toMatchObject({ status: 0, stdout: 'Read 1000 lines: 1000 accepted, 0 unchanged, 0 rejected.\n' })
    // On a busy machine it takes long enough to tell how far it is.
    expect(first.stderr.replaceAll(/^\d+ %.*\n/gm, '')).toMatch(/^(Note: git has no name and address [^\n]*\n)?$/)
    const log = readLog(vault.root)
    const second = await vault.ask(['upsert', '--batch', file, ...place])
    expect(second).toMatchObject({ accepted: 0, unchanged: 1000, rejected: [] })
    expect(second.results).toHaveLength(1000)
    expect(readLog(vault.root)).toBe(log)
    expect(await vault.ask(['list', ...place])).toMatchObject({ total: 1000 })
    expect(await vault.ask(['get', 'record-number-500', ...place])).toMatchObject({
      records: [{ title: 'Record number 500', body: makeRecords(501)[500]?.body, tags: ['batch', 't3'] }],
    })
  })

  test('names the lines that cannot be written, keeps the others, and ends with 1', async () => {
    const vault = await makeCliVault()
    const lines = [
      '{"kind":"note","id":"good-1","body":"Fine."}',
      '{"kind":"note","body":"cut off',
      '["not","an","object"]',
      '',
      '{"kind":"wish","body":"No such kind."}',
      '{"kind":"note","body":"  "}',
      '{"kind":"note","id":"../up","body":"A path."}',
      '{"kind":"note","body":"Fine.","titel":"misspelt"}',
      '{"kind":"note","body":"NUL \\u0000 here."}',
      '{"kind":"note","body":"Half \\ud83d a pair."}',
      '{"kind":"note","body":"Good until?","ttl":"soon"}',
      '{"kind":"note","body":"Text.","project":"a/b"}',
      '{"kind":"note","id":"good-13","body":"Fine too.","project":"other"}\r',
    ]
    const bytes = Buffer.concat([
      Buffer.from(`\ufeff${lines.join('\n')}\n{"kind":"note","body":"latin-1 `),
      Buffer.from([0xe9]),
      Buffer.from('"}\n{"kind":"note","id":"good-15","body":"No newline at the end."}'),
    ])
    const file = writeBatch(vault, bytes)
    const told = await vault.memo(['upsert', '--batch', file, ...place])
    expect(told).toMatchObject({ status: 1, stdout: 'Read 14 lines: 3 accepted, 0 unchanged, 11 rejected.\n' })
    const numbers = [...told.stderr.matchAll(/^line (\d+): .+$/gm)].map(([, number]) => Number(number))
    expect(numbers).toEqual([2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 14])
    expect(told.stderr).toContain('line 14: the line is not valid UTF-8\n')
    const asked = await vault.memo(['upsert', '--batch', file, ...place, '--json'])
    expect(asked).toMatchObject({ status: 1, stderr: '' })
    expect(asked.json()).toMatchObject({
      ...{ accepted: 0, unchanged: 3 },
      rejected: numbers.map((line) => ({ line, code: expect.any(String), message: expect.any(String) })),
      results: [
        { line: 1, outcome: 'unchanged', id: 'good-1', projectId: 'acme' },
        { line: 13, outcome: 'unchanged', id: 'good-13', projectId: 'other' },
        { line: 15, outcome: 'unchanged', id: 'good-15', projectId: 'acme' },
      ],
    })
    expect(await vault.ask(['list', '--all'])).toMatchObject({ total: 3 })
  })

  test.each([100, 6000, 200_000])(
    'B051 %i lists inside one another are refused, and the other lines kept',
    async (depth) => {
      const vault = await makeCliVault()
      const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`
      const lines = [
        '{"kind":"note","title":"First","body":"text"}',
        `{"kind":"note","title":"Nested","body":"text","tags":${nested}}`,
        `{"kind":"note","title":"Faceted","body":"text","facets":{"a":${nested}}}`,
        `{"kind":"note","title":"Unknown","body":"text","x":${nested}}`,
        '{"kind":"note","title":"Last","body":"text"}',
      ]
      const { status, json } = await vault.memo(['upsert', '--batch', '-', '--json', ...place], {
        stdin: lines.join('\n'),
      })
      expect(status).toBe(1)
      expect(json()).toMatchObject({ accepted: 2, rejected: [2, 3, 4].map((line) => ({ line, code: 'USAGE' })) })
    },
  )

  test('reads standard input, and an empty one is no failure', async () => {
    const { ask } = await makeCliVault()
    const read = (stdin: string) => ask(['upsert', '--batch', '-', ...place], { stdin })
    expect(await read(toLines(makeRecords(3)))).toMatchObject({ accepted: 3 })
    expect(await read('')).toEqual({ accepted: 0, unchanged: 0, rejected: [], results: [] })
    expect(await read('\n\n')).toMatchObject({ accepted: 0, rejected: [] })
  })

  test('a trap that repeats another one is counted once, however often the batch is run', async () => {
    const { ask } = await makeCliVault()
    const body = 'Without jitter all retries come back at once and the upstream falls over again.'
    const stdin = toLines([1, 2].map((n) => ({ kind: 'trap', title: `Herd ${n}`, body })))
    expect(await ask(['upsert', '--batch', '-', ...place], { stdin })).toMatchObject({ accepted: 2 })
    expect(await ask(['upsert', '--batch', '-', ...place], { stdin })).toMatchObject({ unchanged: 2 })
    expect(await ask(['rank', ...place])).toMatchObject({ records: [{ id: 'herd-1', occurrences: 2 }] })
  })

  test.each([0, 60, 250])(
    'a run that was killed %i ms after its first write is run again and adds nothing twice',
    { timeout: 60_000 },
    async (delay) => {
      const vault = await makeCliVault()
      const file = writeBatch(vault, toLines(makeRecords(1200)))
      await killAfterFirstWrite(delay, ['upsert', '--batch', file, ...place], vault)
      const again = await vault.ask(['upsert', '--batch', file, ...place])
      expect(again.rejected).toEqual([])
      expect(Number(again.accepted) + Number(again.unchanged)).toBe(1200)
      expect(await vault.ask(['list', ...place])).toMatchObject({ total: 1200 })
      const { events } = await vault.ask(['log', '--type', 'record.upserted', '--limit', '2000'])
      expect(events).toHaveLength(1200)
      expect(await vault.ask(['verify'])).toMatchObject({ findings: [] })
      const files = globSync('projects/acme/*/*.md', { cwd: vault.root })
      expect(files).toHaveLength(1200)
    },
  )

  test.each([
    [['--batch', 'nowhere.jsonl'], 1, 'no such file'],
    [['--batch', '.'], 1, 'this is a folder'],
    [['--batch', 'x', '--kind', 'note'], 2, '--kind=note cannot also be provided when using --batch'],
    [['--batch', 'x', '--body', 'y'], 2, '--body'],
    [['--batch'], 2, '--batch'],
  ])('refuses memo upsert %j', async (args, status, message) => {
    const { memo, ask } = await makeCliVault()
    const told = await memo(['upsert', ...args])
    expect(told).toMatchObject({ status, stdout: '' })
    expect(told.stderr).toContain(message)
    const asked = await memo(['upsert', ...args, '--json'])
    expect(asked).toMatchObject({ status, stderr: '' })
    expect(asked.json()).toMatchObject({ error: { code: expect.any(String) } })
    expect((await ask(['log'])).events).toHaveLength(1)
  })
})

function readLog(root: string): string {
  const segments = globSync('events/*/*.jsonl', { cwd: root }).sort()
  return segments.map((segment) => readFileSync(join(root, segment), 'utf8')).join('')
}

async function killAfterFirstWrite(delay: number, args: string[], vault: CliVault): Promise<void> {
  const before = readLog(vault.root).length
  const { child, ended } = startMemo(vault, args)
  await until(() => child.exitCode !== null || readLog(vault.root).length !== before)
  await setTimeout(delay)
  child.kill('SIGKILL')
  await ended
}
