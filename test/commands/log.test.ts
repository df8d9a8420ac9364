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
  writer: string
  type: string
}

async function log({ ask }: CliVault, ...flags: string[]): Promise<{ events: ShownEvent[]; more: boolean }> {
  return (await ask(['log', ...flags])) as unknown as { events: ShownEvent[]; more: boolean }
}

describe('memo log', () => {
  test('shows the newest events, newest first, and picks by all that is said of them', async () => {
    const vault = await makeFilledVault()
    const all = await log(vault)
    expect(all.events.map(({ type }) => type)).toEqual([
      ...['session.seen', 'record.hit', 'record.upserted', 'record.upserted', 'project.registered', 'vault.created'],
    ])
    expect(all.more).toBe(false)
    expect(await log(vault, '--limit', '2')).toMatchObject({ events: all.events.slice(0, 2), more: true })
    expect((await log(vault, '--limit', '2', '--reverse')).events).toEqual(all.events.slice(0, 2).reverse())
    const count = async (...flags: string[]) => (await log(vault, ...flags)).events.length
    expect(await count('--type', 'record.upserted,record.hit')).toBe(3)
    expect(await count('--record', 'one')).toBe(3)
    expect(await count('--record', 'acme/two')).toBe(1)
    expect(await count('--record', 'shop/two')).toBe(0)
    expect(await count('--session', 's1')).toBe(2)
    expect(await count('--actor', 'mcp')).toBe(0)
    expect(await count('--since', '1h')).toBe(6)
    expect(await count('--until', '1h')).toBe(0)
    expect(await count('--writer', String(all.events[0]?.writer), '--actor', 'cli')).toBe(6)
  })

  test('is read by people: one line an event', async () => {
    const { memo } = await makeFilledVault()
    const { stdout } = await memo(['log', '--limit', '3'])
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/ {2}session\.seen {5}acme\/one {2}session s1$/),
      expect.stringMatching(/ {2}record\.hit {7}acme\/one {2}via get {2}session s1$/),
      expect.stringMatching(
        /^\w{26} {2}[-\d]{10} [:\d]{8} {2}cli {5}record\.upserted {2}acme\/two {2}kind title status/,
      ),
      'There are older ones; raise --limit.',
      '',
    ])
    expect((await memo(['log', '--record', 'nope'])).stdout).toBe('No event of the log matches.\n')
  })

  test.each([
    [['--type', 'nope'], 2, 'record.upserted'],
    [['--actor', 'nope'], 2, 'cli, mcp'],
    [['--writer', 'nope'], 1, 'its writers are'],
    [['--limit', '0'], 2, '--limit'],
    [['tail'], 2, 'tail'],
  ])('refuses memo log %j and names what there is', async (flags, status, message) => {
    const { memo } = await makeCliVault()
    const told = await memo(['log', ...flags])
    expect(told).toMatchObject({ status, stdout: '' })
    expect(told.stderr).toContain(message)
  })
})

describe('memo log show', () => {
  test('shows one event whole, by the beginning of its id, in either case', async () => {
    const vault = await makeFilledVault()
    const [last] = (await log(vault)).events
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
