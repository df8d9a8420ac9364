/** History, earlier states, reasons and undo through the program. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'

const place = ['--project', 'acme']

async function withQueue(): Promise<CliVault> {
  const vault = await makeCliVault()
  const upsert = ['upsert', '--kind', 'decision', '--id', 'queue', ...place]
  await vault.ask([...upsert, '--title', 'Use Redis', '--body', 'It lives\nin Redis.'])
  await vault.ask([...upsert, '--title', 'Use \u001b[31mSQLite', '--body', 'It lives\nin \u001b]0;x\u0007SQLite.'])
  return vault
}

test('a history, a difference and an earlier record, read by people and safe to print', async () => {
  const { memo, ask } = await withQueue()
  const { entries } = (await ask(['history', 'queue', ...place])) as { entries: { event: string }[] }
  const told = await memo(['history', 'queue', ...place])
  const lines = told.stdout.split('\n')
  expect(lines[0]).toMatch(/^\w{26} {2}record\.upserted {2}\S+Z \(\d+ s ago\) {2}cli on \S+$/)
  expect(lines.slice(1, 7)).toEqual([
    '    title: Use Redis -> Use \\x1b[31mSQLite',
    ...['    @@ -1,2 +1,2 @@', '     It lives', '    -in Redis.', '    +in \\x1b]0;x\\x07SQLite.', ''],
  ])
  const first = String(entries[1]?.event)
  const shown = await memo(['show', 'queue', '--at', first, ...place])
  expect(shown.stdout).toContain(`This is the vault after ${first}.\n\ndecision queue  Use Redis`)
  const differ = await memo(['diff', 'queue', first, ...place])
  expect(differ.stdout.split('\n').slice(0, 3)).toEqual([
    expect.stringMatching(`^--- acme/queue ${first} \\(.+Z\\)$`),
    ...['+++ acme/queue now', 'title: Use Redis -> Use \\x1b[31mSQLite'],
  ])
  const same = await memo(['diff', 'queue', 'now', ...place])
  expect(same).toMatchObject({ status: 0, stdout: expect.stringContaining('There is no difference.') })
  expect([told, shown, differ].some(({ stdout }) => stdout.includes('\u001b'))).toBe(false)
  expect((await memo(['show', 'queue', '--at', '2020-01-01', ...place])).status).toBe(1)
})

test('reasons are read by people', async () => {
  const { memo } = await withQueue()
  await memo(['get', 'queue', '--session-id', 's1', ...place])
  await memo(['feedback', 'queue', '--helpful', '--comment', 'It did.', ...place])
  const { stdout } = await memo(['why', 'queue', '--query', 'redis', ...place])
  expect(stdout).toMatch(/hits 1: 1 event, 1 by get, first \S+, last \S+\n {4}by session: s1 1\n/)
  expect(stdout).toContain('occurrences 1: once when written')
  expect(stdout).toMatch(/helpful 1, stale 0, outcome 1: 1 rating\n {4}\S+ {2}helpful by cli, "It did\." -> 1\n/)
  expect(stdout).toContain('feedback × 1: 1 say helpful, 0 say stale or wrong')
  expect(stdout).toContain('Search "redis"\n  not shown (not_matched): no arm found anything of the query in it')
})

describe('undo', () => {
  test('one record goes back at once; more need --yes where nobody can be asked', async () => {
    const { memo, ask, cwd } = await withQueue()
    const told = await memo(['undo'])
    expect(told).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Took back the command of .+: 1 event from /),
    })
    expect(told.stdout).toContain('set back acme/queue\n    title: Use \\x1b[31mSQLite -> Use Redis\n')
    const batch = toLines([1, 2].map((id) => ({ id: `n${id}`, kind: 'note', body: `Text ${id}.` })))
    await ask(['upsert', '--batch', '-', ...place], { stdin: batch })
    const refused = await memo(['undo'])
    expect(refused).toMatchObject({ status: 1, stdout: '' })
    expect(refused.stderr).toContain('the last command changed 2 records')
    expect(await ask(['undo', '--dry-run'])).toMatchObject({ dryRun: true, events: [], records: [{}, {}] })
    expect(await ask(['undo', '--yes'])).toMatchObject({ dryRun: false, records: [{ outcome: 'forgotten' }, {}] })
    const gone = await memo(['history', 'acme/n1'])
    expect(gone.stdout).toMatch(/^acme\/n1 was forgotten: /)
    expect(gone.stdout).not.toContain('Text')
    const made = await memo(['replay', 'then', '--until', 'now'])
    expect(made.stdout).toMatch(/^Made \S+then as of now: \d+ events, 1 record\.\n$/)
    expect(existsSync(join(cwd, 'then/projects/acme/decisions/queue.md'))).toBe(true)
  })
})
