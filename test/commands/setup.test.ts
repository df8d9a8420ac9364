import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'

test('memo setup shows the difference, writes with --yes only, and what it writes works as a hook', async () => {
  const { memo, ask, root, cwd } = await makeCliVault()
  const env = { HOME: cwd }
  const path = join(cwd, '.gemini/settings.json')
  const refused = await memo(['setup', 'gemini'], { env })
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain(`--- /dev/null\n+++ ${path}\n@@ -0,0 +1,`)
  expect(refused.stderr).toContain('Error: nothing was written\nHint: say so with --yes\n')
  expect(existsSync(path)).toBe(false)
  const { stdout } = await memo(['setup', 'gemini', '--yes'], { env })
  expect(stdout).toMatch(`made ${path}\n`)
  const { hooks } = JSON.parse(readFileSync(path, 'utf8'))
  expect(hooks.SessionEnd[0].hooks[0].command).toBe(`memo commit --hook --vault ${root}`)
  const end = await memo(hooks.SessionEnd[0].hooks[0].command.split(' ').slice(1))
  expect(end).toMatchObject({ status: 0, stdout: '{}\n' })
  const [, ...start] = hooks.SessionStart[0].hooks[0].command.split(' ')
  await ask(['upsert', '--kind', 'trap', '--id', 'herd', '--body', 'Add jitter.'])
  const stdin = JSON.stringify({ session_id: 's', cwd, hook_event_name: 'SessionStart', source: 'startup' })
  const call = { cwd: '/', stdin, vault: join(cwd, 'no') }
  for (const _ of [1, 2]) {
    const answer = (await memo(start, call)).json()
    expect(answer).toMatchObject({ hookSpecificOutput: { additionalContext: expect.stringContaining('Add jitter.') } })
  }
  expect(await ask(['get', 'herd', '--session-id', 's'])).toMatchObject({ records: [{ hits: 1 }] })
})

test('memo setup shows no secret that stands beside its lines', async () => {
  const { memo, cwd } = await makeCliVault()
  const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')
  writeFileSync(join(cwd, '.claude.json'), JSON.stringify({ mcpServers: { x: { env: { TOKEN: secret } } } }, null, 2))
  const { stderr, stdout } = await memo(['setup', 'claude-code', '--yes'], { env: { HOME: cwd } })
  expect(stderr).toContain('+    "memo": {')
  expect(stderr + stdout).not.toContain(secret)
  expect(readFileSync(join(cwd, '.claude.json'), 'utf8')).toContain(secret)
})
