import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  const place = ['--project', 'acme']
  await vault.ask(['upsert', '--kind', 'trap', '--id', 'one', '--body', 'First of all.', ...place])
  await vault.ask(['upsert', '--kind', 'note', '--id', 'two', '--body', 'Then this.', ...place])
  await vault.ask(['get', 'one', '--session-id', 's1', ...place])
  return vault
}

interface ShownEvent {
  id: string
  type: string
}

async function tail({ ask }: CliVault, ...flags: string[]): Promise<{ events: ShownEvent[]; total: number }> {
  return (await ask(['log', 'tail', ...flags])) as unknown as { events: ShownEvent[]; total: number }
}

describe('memo log tail', () => {
  test('shows the newest events, newest last, and picks by type and record', async () => {
    const vault = await makeFilledVault()
    const all = await tail(vault)
    expect(all.events.map(({ type }) => type)).toEqual([
      ...['vault.created', 'project.registered', 'record.upserted', 'record.upserted', 'record.hit', 'session.seen'],
    ])
    expect(all.total).toBe(6)
    expect(await tail(vault, '--limit', '2')).toEqual({ events: all.events.slice(-2), total: 6 })
    expect((await tail(vault, '--type', 'record.upserted')).total).toBe(2)
    expect((await tail(vault, '--record', 'one')).total).toBe(3)
    expect((await tail(vault, '--record', 'acme/two')).total).toBe(1)
    expect((await tail(vault, '--record', 'shop/two')).total).toBe(0)
  })

  test('is read by people: one line an event', async () => {
    const { memo } = await makeFilledVault()
    const { stdout } = await memo(['log', 'tail', '--limit', '3'])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(
        /^\w{26} {2}[-\d]{10} [:\d]{8} {2}cli {5}record\.upserted {2}acme\/two {2}kind title status/,
      ),
      expect.stringMatching(/ {2}record\.hit {7}acme\/one {2}via get {2}session s1$/),
      expect.stringMatching(/ {2}session\.seen {5}acme\/one {2}session s1$/),
      '',
    ])
    expect((await memo(['log', 'tail', '--type', 'nope'])).stdout).toBe('No event of the log matches.\n')
    expect((await memo(['log', 'tail', '--limit', '0'])).status).toBe(2)
  })
})

describe('memo log show', () => {
  test('shows one event whole, by the beginning of its id, in either case', async () => {
    const vault = await makeFilledVault()
    const last = (await tail(vault)).events.at(-1)
    expect(await vault.ask(['log', 'show', String(last?.id)])).toEqual({ event: last })
    const shown = await vault.memo(['log', 'show', String(last?.id).slice(0, 25).toLowerCase()])
    // Two ids of one millisecond differ in their last letters only.
    if (shown.status === 0) expect(JSON.parse(shown.stdout)).toEqual(last)
    else expect(shown.stderr).toContain('events begin with')
  })

  test.each([
    [['log', 'show', 'zzz'], 1, 'there is no event zzz'],
    [['log', 'show', '0'], 1, 'events begin with 0'],
    [['log', 'show'], 2, 'missing argument: EVENT'],
  ])('refuses memo %j', async (args, status, message) => {
    const { memo } = await makeFilledVault()
    const told = await memo(args)
    expect(told).toMatchObject({ status, stdout: '' })
    expect(told.stderr).toContain(message)
  })
})
