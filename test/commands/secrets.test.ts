/** B120 through the program: what is refused, what lets it in, and that no stream shows it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CliResult } from '../support/cli.ts'
import { makeCliVault, toLines } from '../support/cli-vault.ts'
import { letters, madeUpSecrets } from '../support/made-up-secrets.ts'

const token = ['gh', 'p_', letters(36)].join('')

function assertHidden(result: CliResult): CliResult {
  expect(`${result.stdout}${result.stderr}`).not.toContain(token.slice(4, 14))
  return result
}

test('B120 a password and keys are refused by every command that stores text', async () => {
  const { memo, ask, cwd } = await makeCliVault()
  await ask(['upsert', '--kind', 'trap', '--id', 'known', '--body', 'text'])
  writeFileSync(join(cwd, 'a.md'), `# A\n\n${token}\n`)
  const calls = [
    ['upsert', '--kind', 'note', '--title', 'Key', '--body', `first\n${token}`],
    ['upsert', '--id', 'known', '--source', token],
    ['upsert', '--kind', 'note', '--id', token, '--body', 'x'],
    ['upsert', '--batch', '-'],
    ['import', 'markdown', 'a.md'],
    ['feedback', 'known', '--wrong', '--comment', token],
    ['reinforce', 'known', '--signal', 'wrong', '--note', token],
    ['project', 'bind', 'shop', '--name', token],
    ['archive', 'known', '--reason', token],
    ['forget', 'known', '--yes', '--reason', token],
  ]
  const stdin = toLines([
    { kind: 'note', body: 'fine' },
    { kind: 'note', title: 'x', body: `see ${token}` },
  ])
  for (const call of calls) {
    const input = call.includes('--batch') ? { stdin } : {}
    const result = assertHidden(await memo([...call, '--json'], { env: { MEMO_DEBUG: '1' }, ...input }))
    expect([call, result.status === 0]).toEqual([call, false])
  }
  const refused = await memo(['upsert', '--kind', 'note', '--title', 'Key', '--body', `first\n${token}`, '--json'])
  expect(refused.status).toBe(1)
  expect(refused.json()).toEqual({
    error: {
      code: 'SECRET',
      message: 'body, line 2, holds what looks like a GitHub token (ghp_****)',
      hint: 'take it out, or store it all the same with --allow-secret',
    },
  })
  const { events } = (await ask(['log', '--limit', '100'])) as { events: object[] }
  expect(JSON.stringify(events)).not.toContain(token)
})

test('B120 --allow-secret lets it in with a note, and the doctor tells it without showing it', async () => {
  const { memo, ask } = await makeCliVault()
  const call = ['upsert', '--kind', 'note', '--title', 'Key', '--body', token, '--allow-secret']
  expect(assertHidden(await memo(call))).toMatchObject({
    status: 0,
    stderr: 'Note: stored although body, line 1, holds what looks like a GitHub token (ghp_****)\n',
  })
  const doctor = assertHidden(await memo(['doctor', '--json']))
  expect(doctor.status).toBe(0)
  const { findings } = doctor.json() as { findings: { code: string }[] }
  expect(findings.map(({ code }) => code).filter((code) => code.startsWith('secret'))).toEqual([
    'secret-logged',
    'secret-in-file',
  ])
  await ask(['config', 'set', 'capture.secrets', 'off'])
  expect(await ask(['doctor'])).toMatchObject({
    findings: expect.not.arrayContaining([expect.objectContaining({ code: 'secret-logged' })]),
  })
})

test('B120 an undo that would put one back asks first, and can', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'key', '--title', 'Key', '--body', token, '--allow-secret'])
  await ask(['upsert', '--id', 'key', '--body', 'clean'])
  expect(assertHidden(await memo(['undo', '--json']))).toMatchObject({ status: 1 })
  expect(await ask(['get', 'key'])).toMatchObject({ records: [{ body: 'clean' }] })
  expect(await memo(['undo', '--allow-secret'])).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('ghp_****'),
  })
  expect(await ask(['get', 'key'])).toMatchObject({ records: [{ body: token }] })
})

test('B120 a search for one answers, and is not logged', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--body', 'text'])
  await ask(['config', 'set', 'search.logQueries', 'true'])
  const searched = await memo(['search', `text OR ${token}`, '--json'])
  expect(searched.json()).toMatchObject({ total: 1 })
  expect(searched.stderr).toContain('the search was not logged (query holds what looks like a GitHub token (ghp_****))')
  expect(await ask(['log'])).not.toMatchObject({
    events: expect.arrayContaining([expect.objectContaining({ type: 'query.logged' })]),
  })
  expect(await ask(['doctor'])).toMatchObject({
    findings: expect.not.arrayContaining([expect.objectContaining({ code: 'errors-logged' })]),
  })
})

test('B120 one batch of every kind is refused whole, and the same texts without them are not', async () => {
  const { memo } = await makeCliVault()
  const secrets = madeUpSecrets.map(({ name, text }) => ({ kind: 'note', title: name, body: `Notes\n\n${text}` }))
  const answer = (await memo(['upsert', '--batch', '-', '--json'], { stdin: toLines(secrets) })).json()
  expect(answer).toMatchObject({ accepted: 0, rejected: { length: secrets.length } })
  const harmless = [
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'request 550e8400-e29b-41d4-a716-446655440000',
    'event 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'password=<password>, TOKEN=$' + '{TOKEN}',
  ].map((body, n) => ({ kind: 'note', title: `n${n}`, body }))
  const good = (await memo(['upsert', '--batch', '-', '--json'], { stdin: toLines(harmless) })).json()
  expect(good).toMatchObject({ accepted: harmless.length, rejected: [] })
})
