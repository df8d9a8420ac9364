import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

async function makeFilledVault() {
  const vault = await makeCliVault()
  const records = ['queue', 'cache'].map((id) => ({ id, kind: 'trap', title: `About ${id}`, body: id }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  return vault
}

test('a signal counts once in a while, is kept with its note and session, and counts no use', async () => {
  const { ask, memo } = await makeFilledVault()
  const say = (name: string, ...args: string[]) => ask(['reinforce', name, '--project', 'acme', ...args])
  expect(await say('queue', '--signal', 'helpful', '--note', 'saved an hour', '--session-id', 's1')).toEqual({
    ...{ id: 'queue', projectId: 'acme', signal: 1, outcome: 1, cooled: false },
    event: expect.stringMatching(/^[0-9A-Z]{26}$/),
  })
  expect(await say('queue', '--signal', 'wrong')).toEqual({
    ...{ id: 'queue', projectId: 'acme', signal: -1, outcome: 1, cooled: true },
    until: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(await say('cache', '--signal', 'neutral')).toMatchObject({ signal: 0, outcome: null, cooled: false })
  const told = await memo(['reinforce', 'cache', '--signal', '0.5', '--project', 'acme'])
  expect(told).toMatchObject({ status: 0, stderr: '' })
  expect(told.stdout).toMatch(
    /^Not counted: cache in project acme takes one signal in 15 minutes, .* \(no outcome yet\)/,
  )
  const { events } = await ask(['log', '--type', 'record.rated', '--reverse'])
  expect(events).toMatchObject([
    { data: { signal: 1, comment: 'saved an hour', session: 's1' } },
    { data: { signal: 0 } },
  ])
  const got = await ask(['search', '--sort', 'hits', '--project', 'acme'])
  expect(got.hits).toMatchObject([{ hits: 0 }, { hits: 0 }])
})

test('ratings start no pause', async () => {
  const { ask } = await makeFilledVault()
  await ask(['feedback', 'queue', '--helpful', '--project', 'acme'])
  expect(await ask(['reinforce', 'queue', '--signal=-1', '--project', 'acme'])).toMatchObject({ outcome: 0.4 })
  expect(await ask(['feedback', 'queue', '--helpful', '--project', 'acme'])).toMatchObject({
    helpful: 2,
    outcome: 0.58,
  })
})

test.each([
  ['-1', -1],
  ['-.5', -0.5],
  ['+0.25', 0.25],
  ['-0', 0],
  ['helpful', 1],
])('takes --signal %s', async (text, signal) => {
  const { ask } = await makeFilledVault()
  expect(await ask(['reinforce', 'queue', '--signal', text, '--project', 'acme'])).toMatchObject({ signal })
})

test.each([
  [['reinforce', '--signal', '1'], 2, 'missing argument: NAME'],
  [['reinforce', 'queue'], 2, 'missing required flag signal'],
  [['reinforce', 'queue', '--signal', 'great'], 2, '--signal "great" is not helpful, wrong, neutral or a number'],
  [['reinforce', 'queue', '--signal', '1.01'], 2, 'a number from -1 to 1'],
  [['reinforce', 'queue', '--signal', '0x1'], 2, 'a number from -1 to 1'],
  [['reinforce', 'queue', '--signal', 'constructor'], 2, 'a number from -1 to 1'],
  [['reinforce', 'queue', '--signal', ''], 2, 'a number from -1 to 1'],
  [['reinforce', 'nothing', '--signal', '1'], 1, 'there is no record nothing'],
])('refuses memo %j and writes nothing', async (args, status, message) => {
  const { memo, ask } = await makeFilledVault()
  const told = await memo([...args, '--project', 'acme'])
  expect(told).toMatchObject({ status, stdout: '' })
  expect(told.stderr).toContain(message)
  expect((await ask(['log', '--type', 'record.rated'])).events).toHaveLength(0)
})
