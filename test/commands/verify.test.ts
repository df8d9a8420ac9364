/** `memo verify` and `memo sign` as a person and a program meet them. */
import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'
import { useFakeSigner } from '../support/fake-signer.ts'

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  const place = ['--project', 'acme']
  await vault.ask(['upsert', '--kind', 'trap', '--id', 'one', '--body', 'First of all.', ...place])
  await vault.ask(['upsert', '--kind', 'note', '--id', 'two', '--body', 'Then this.', ...place])
  await vault.ask(['get', 'one', '--session-id', 's1', ...place])
  return vault
}

function findSegment(root: string): string {
  return join(root, globSync('events/*/000001.jsonl', { cwd: root })[0] ?? '')
}

describe('memo verify', () => {
  test('finds a sound vault sound, and says how much it has looked at', async () => {
    const { memo, ask, root } = await makeFilledVault()
    expect(await ask(['verify'])).toMatchObject({
      ...{ vault: root, sound: true, findings: [] },
      counts: { writers: 1, segments: 1, events: 6, records: 2, files: 2, commits: 0, versions: 0 },
    })
    expect(await memo(['verify'])).toMatchObject({
      status: 0,
      stdout: '6 events in 1 file of 1 writer, 2 records of the index, 2 record files: all of it agrees.\n',
      stderr: '',
    })
  })

  test('names the file and the line of a changed byte, and ends with 3', async () => {
    const { memo, root } = await makeFilledVault()
    const segment = findSegment(root)
    writeFileSync(segment, readFileSync(segment, 'utf8').replace('First of all.', 'First of old.'))
    const told = await memo(['verify'])
    expect(told.status).toBe(3)
    expect(told.stdout).toMatch(
      /^log-damaged {2}events\/.+\/000001\.jsonl:3 {2}.+\n5 events in 1 file of 1 writer: 1 fault; memo doctor says what to do\.\n$/,
    )
    const asked = await memo(['verify', '--json'])
    expect(asked.status).toBe(3)
    expect(asked.json()).toMatchObject({ sound: false, findings: [{ code: 'log-damaged' }] })
  })

  test('a last line that a crash cut off, before it was read, is told, and no damage', async () => {
    const { memo, root } = await makeFilledVault()
    const segment = findSegment(root)
    writeFileSync(segment, `${readFileSync(segment, 'utf8')}{"v":1,"id":`)
    const asked = await memo(['verify', '--json'])
    expect(asked.status).toBe(0)
    expect(asked.json()).toMatchObject({ sound: true, findings: [{ code: 'log-torn' }], counts: { events: 6 } })
  })

  test('a tail that git has and the log lacks is found and taken back', async () => {
    const { memo, ask, root } = await makeFilledVault()
    const git = ['-c', 'user.name=A', '-c', 'user.email=a@example.org']
    execFileSync('git', ['add', '--all'], { cwd: root })
    execFileSync('git', [...git, 'commit', '--quiet', '-m', 'kept'], { cwd: root })
    const segment = findSegment(root)
    const whole = readFileSync(segment)
    truncateSync(segment, whole.lastIndexOf(0x0a, -2) + 1)
    for (const name of globSync('memo.sqlite*', { cwd: root })) writeFileSync(join(root, name), '')
    const told = await memo(['verify'])
    expect(told.status).toBe(3)
    expect(told.stdout).toMatch(/^log-lost {2}.+ {2}Commit [0-9a-f]{12} holds 1 event of it that the log has lost\.$/m)
    await ask(['doctor', '--fix'])
    expect(readFileSync(segment).equals(whole)).toBe(true)
    expect(await ask(['verify'])).toMatchObject({ sound: true, counts: { commits: 1, versions: 1 } })
  })
})

describe('memo sign', () => {
  test('signs, and verify says by whom', async () => {
    const { memo, ask, root, cwd } = await makeFilledVault()
    expect((await memo(['verify', '--signed'])).stdout).toMatch(/^signature-missing {2}events {2}/)
    useFakeSigner(root, cwd)
    const signed = await ask(['sign', '--key', 'any'])
    expect(signed).toMatchObject({ format: 'ssh', logs: 1, events: 6 })
    expect((await memo(['sign', '--key', 'any'])).stdout).toBe(`Signed 6 events of 1 log in ${signed.file}.\n`)
    const told = await memo(['verify', '--signed'])
    expect(told.status).toBe(0)
    expect(told.stdout).toMatch(
      /^signature-unknown {2}.+ {2}It is signed by ED25519 key SHA256:fake, which is not known here\.\n/,
    )
  })

  test('needs a key', async () => {
    const { memo } = await makeFilledVault()
    const told = await memo(['sign'])
    expect(told.status).toBe(2)
    expect(told.stderr).toContain('there is no key to sign with')
  })
})
