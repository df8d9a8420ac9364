import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'

const records = [
  { id: 'one', kind: 'trap', title: 'Retries stampede', body: 'No jitter.', layer: 'domain', tags: ['retry'] },
  { id: 'two', kind: 'decision', title: '部署方案说明', body: 'Deploy at night.', pathPatterns: ['src/deploy/**'] },
  { id: 'three', kind: 'scratch', title: 'A passing thought', body: 'Maybe not.' },
  { id: 'four', kind: 'note', title: 'Old news', body: 'Was true.', expiresAt: '2020-01-01' },
  { id: 'five', kind: 'note', title: 'Elsewhere', body: 'Other project.', project: 'other' },
]

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  return vault
}

function idsOf({ records: listed }: { [field: string]: unknown }): unknown[] {
  return (listed as { id: string }[]).map(({ id }) => id).sort()
}

describe('memo list', () => {
  test('lists what is live, and more on request', async () => {
    const { ask } = await makeFilledVault()
    const list = async (...flags: string[]) => idsOf(await ask(['list', ...flags]))
    expect(await list('--project', 'acme')).toEqual(['one', 'two'])
    expect(await list('--project', 'acme', '--kind', 'decision,note')).toEqual(['two'])
    expect(await list('--project', 'acme', '--tag', 'retry')).toEqual(['one'])
    expect(await list('--project', 'acme', '--layer', 'domain')).toEqual(['one'])
    expect(await list('--project', 'acme', '--path', 'src/deploy/run.sh')).toEqual(['two'])
    expect(await list('--project', 'acme', '--ephemeral')).toEqual(['one', 'three', 'two'])
    expect(await list('--project', 'acme', '--include-expired')).toEqual(['four', 'one', 'two'])
    expect(await list('--all')).toEqual(['five', 'one', 'two'])
  })

  test('has the fields of the contract, and counts no use', async () => {
    const { ask } = await makeFilledVault()
    const page = await ask(['list', '--all', '--limit', '2', '--offset', '1'])
    expect(page).toMatchObject({ total: 3, stale: false })
    expect(page.records).toHaveLength(2)
    const [record] = (await ask(['list', '--project', 'acme', '--kind', 'trap'])).records as object[]
    expect(record).toMatchObject({
      ...{ id: 'one', projectId: 'acme', kind: 'trap', status: 'active', title: 'Retries stampede', tags: ['retry'] },
      ...{ hits: 0, occurrences: 1, layer: 'domain', filepath: 'projects/acme/traps/one.md' },
    })
    expect(await ask(['log', '--type', 'record.hit'])).toEqual({ events: [], more: false, stale: false })
  })

  test('is read by people: aligned, one line a record, and says why there is none', async () => {
    const { memo } = await makeFilledVault()
    const { stdout, stderr, status } = await memo(['list', '--all', '--sort', 'hits'])
    expect(status).toBe(0)
    expect(stderr).toBe('')
    expect(stdout.split('\n').sort()).toEqual([
      '',
      expect.stringMatching(/^decision {2}acme\/two {4}部署方案说明 {2}\[\d+ s\]$/),
      expect.stringMatching(/^note {6}other\/five {2}Elsewhere {2}\[\d+ s\]$/),
      expect.stringMatching(/^trap {6}acme\/one {4}Retries stampede {2}\[\d+ s · #retry\]$/),
    ])
    expect((await memo(['list', '--all', '--limit', '1'])).stdout).toContain(
      '2 more; raise --limit, or use --offset.\n',
    )
    expect((await memo(['list', '--all', '--offset', '9'])).stdout).toBe(
      'No record is left at this offset; there are 3.\n',
    )
    expect((await memo(['list', '--project', 'acme', '--kind', 'fact'])).stdout).toMatch(
      /^No record is in this scope\./,
    )
  })

  test('B118 shows control sequences of a stored title and does not send them', async () => {
    const { memo, ask } = await makeCliVault()
    const title = 'ok\x1b[2K\x1b[1Adone \x1b]52;c;ZXZpbA==\x07 \x1b]8;;http://x.invalid\x1b\\link'
    await ask(['upsert', '--batch', '-'], { stdin: toLines([{ kind: 'note', title, body: 'b', id: 'x' }]) })
    const outputs = [await memo(['list']), await memo(['list', '--json']), await memo(['feedback', title, '--stale'])]
    outputs.push(await memo(['feedback', `${title}?`, '--stale']), await memo(['log']), await memo(['rank']))
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
    expect(outputs[0]?.stdout).toContain('ok\\x1b[2K')
  })

  test.each([
    [['list', '--limit', '0'], 2, '--limit'],
    [['list', '--kind', 'wish'], 2, 'expected --kind=wish to be one of: trap, decision'],
    [['list', '--sort', 'relevance'], 2, 'expected --sort=relevance to be one of: updated, hits, occurrences'],
    [['list', 'words'], 2, 'words'],
    [['list', '--all', '--project', 'acme'], 2, '--project'],
    [['list', '--project', 'nobody'], 1, 'there is no project nobody'],
    [['list', '--project', '../x'], 2, '"../x"'],
  ])('refuses memo %j', async (args, status, message) => {
    const { memo } = await makeCliVault()
    const told = await memo(args)
    expect(told).toMatchObject({ status, stdout: '' })
    expect(told.stderr).toContain(message)
    const asked = await memo([...args, '--json'])
    expect(asked.status).toBe(status)
    expect(asked.json()).toMatchObject({ error: { message: expect.stringContaining(message) } })
  })
})

describe('memo rank', () => {
  const body = 'Without jitter all retries come back at once and the upstream falls over a second time.'

  test('puts the trap first that came up most often', async () => {
    const { memo, ask } = await makeFilledVault()
    const again = { kind: 'trap', layer: 'infrastructure', body }
    const lines = [1, 2, 3].map((n) => ({ ...again, title: `Thundering herd ${n}` }))
    await ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(lines) })
    const { records: ranked, total } = await ask(['rank', '--project', 'acme'])
    expect(total).toBe(2)
    expect(ranked).toMatchObject([
      { id: 'thundering-herd-1', occurrences: 3 },
      { id: 'one', occurrences: 1 },
    ])
    expect((await memo(['rank', '--project', 'acme', '--limit', '1'])).stdout).toMatch(
      /^3× {2}trap {2}thundering-herd-1 {2}Thundering herd 1 {2}\[\d+ s · seen 3 times\]\n1 more; raise --limit\.\n$/,
    )
    expect(idsOf(await ask(['rank', '--project', 'acme', '--layer', 'domain']))).toEqual(['one'])
    expect(idsOf(await ask(['rank', '--all', '--kind', 'note,decision']))).toEqual(['five', 'two'])
  })

  test('says so when there is nothing to rank', async () => {
    const { memo } = await makeCliVault()
    expect(await memo(['rank'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^No active record/) })
  })
})
