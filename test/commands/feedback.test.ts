import { expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  const records = ['ab12.1', 'ab123', 'queue'].map((id) => ({ id, kind: 'note', title: `About ${id}`, body: id }))
  await vault.ask(['upsert', '--batch', '-', '--project', 'acme'], { stdin: toLines(records) })
  return vault
}

test('counts each rating and keeps the comment and the session in the log', async () => {
  const { ask, memo } = await makeFilledVault()
  const rate = (...flags: string[]) => ask(['feedback', 'queue', '--project', 'acme', ...flags])
  expect(await rate('--helpful', '--comment', 'saved an hour', '--session-id', 's1')).toEqual({
    ...{ id: 'queue', projectId: 'acme', rating: 'helpful', helpful: 1, stale: 0 },
    ...{ outcome: expect.any(Number), event: expect.stringMatching(/^[0-9A-Z]{26}$/) },
  })
  expect(await rate('--stale')).toMatchObject({ helpful: 1, stale: 1 })
  expect(await rate('--wrong')).toMatchObject({ rating: 'wrong' })
  expect((await memo(['feedback', 'queue', '--not-helpful', '--project', 'acme'])).stdout).toMatch(
    /^Noted that queue in project acme is not helpful \(helpful 1, stale \d\)\.\n$/,
  )
  const { events } = await ask(['log', '--type', 'record.rated', '--reverse'])
  expect(events).toHaveLength(4)
  expect(events).toMatchObject([{ data: { rating: 'helpful', comment: 'saved an hour', session: 's1' } }, {}, {}, {}])
})

test('B159 a shortened id counts only where it is the only one, and the answer names what was meant', async () => {
  const { memo, ask } = await makeFilledVault()
  const rate = (name: string) => memo(['feedback', name, '--helpful', '--project', 'acme'])
  const ambiguous = await rate('ab12')
  expect(ambiguous.status).toBe(1)
  expect(ambiguous.stderr).toContain('acme/ab12.1, acme/ab123')
  expect((await rate('b12')).status).toBe(1)
  expect(await rate('que')).toMatchObject({ status: 0, stderr: 'Note: que is short for queue\n' })
  expect((await ask(['log', '--type', 'record.rated'])).events).toHaveLength(1)
})

test.each([
  [['feedback', '--helpful'], 2, 'missing argument: NAME'],
  [['feedback', 'queue'], 2, 'exactly one of --helpful, --not-helpful, --stale, --wrong must be given'],
  [['feedback', 'queue', '--helpful', '--stale'], 2, 'exactly one of'],
  [['feedback', 'nothing', '--helpful'], 1, 'there is no record nothing'],
  [['feedback', 'queue', '--great'], 2, 'unknown flag: --great'],
])('refuses memo %j and writes nothing', async (args, status, message) => {
  const { memo, ask } = await makeFilledVault()
  const told = await memo([...args, '--project', 'acme'])
  expect(told).toMatchObject({ status, stdout: '' })
  expect(told.stderr).toContain(message)
  const asked = await memo([...args, '--project', 'acme', '--json'])
  expect(asked).toMatchObject({ status, stderr: '' })
  expect(asked.json()).toMatchObject({ error: { message: expect.stringContaining(message) } })
  expect((await ask(['log', '--type', 'record.rated'])).events).toHaveLength(0)
})
