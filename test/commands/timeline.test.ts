import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

const acme = ['--project', 'acme']
const records = [
  { id: 'fix', kind: 'decision', title: 'Add jitter', body: 'Each delay gets a random part.', eventAt: '2031-03-07' },
  { id: 'alarm', kind: 'log', title: 'The pager rang', body: 'At ten. Nobody came.', eventAt: '2031-03-05T10:00:00Z' },
  { id: 'cause', kind: 'trap', title: 'Retries stampede', body: 'Without jitter.\n\nMore.', eventAt: '2031-03-06' },
  { id: 'bad', kind: 'note', title: 'ok\x1b[2K', body: 'No \x1b[1Amore.', eventAt: '2031-03-08' },
]

test('memo timeline is read by people, and says what the next step costs', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--batch', '-', ...acme], { stdin: toLines(records) })
  const { stdout, stderr, status } = await memo(['timeline', 'cause', ...acme])
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(stdout.split('\n')).toEqual([
    '  2031-03-05 10:00  log       alarm  The pager rang',
    '      At ten.',
    '> 2031-03-06        trap      cause  Retries stampede',
    '      Without jitter.',
    '  2031-03-07        decision  fix    Add jitter',
    '      Each delay gets a random part.',
    '  2031-03-08        note      bad    ok\\x1b[2K',
    '      No \\x1b[1Amore.',
    expect.stringMatching(/^About \d+ tokens; reading all 4 with memo get takes about \d+\.$/),
    '',
  ])
  expect(await ask(['log', '--type', 'record.hit'])).toEqual({ events: [], more: false, stale: false })
})

test('memo timeline --query starts from the best hit, and says why there is none', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--batch', '-', ...acme], { stdin: toLines(records) })
  const { entries } = await ask([
    'timeline',
    '--query',
    'why did the pager ring',
    '--before',
    '0',
    '--after',
    '1',
    ...acme,
  ])
  expect(entries).toMatchObject([
    { id: 'alarm', isAnchor: true },
    { id: 'cause', isAnchor: false },
  ])
  expect(await memo(['timeline', '--query', 'unheard', ...acme])).toMatchObject({
    ...{ status: 0, stdout: expect.stringMatching(/^Nothing found \(never_known\): .*\.\n$/) },
  })
})

test.each([
  [[], 2, 'there is no record to start from'],
  [['cause', '--query', 'x'], 2, 'both a record and --query'],
  [['cause', '--before', '-1'], 2, '--before'],
  [['cause', '--as-of', 'x'], 2, '--as-of'],
  [['nothing'], 1, 'there is no record nothing'],
])('refuses memo timeline %j', async (args, status, message) => {
  const { ask, memo } = await makeCliVault()
  await ask(['upsert', '--batch', '-', ...acme], { stdin: toLines(records) })
  const told = await memo(['timeline', ...args, ...acme])
  expect(told).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) })
})
