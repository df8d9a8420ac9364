/** `memo watch` as a process: what it prints, and how it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { runScript } from '../support/cli.ts'
import { makeCliVault } from '../support/cli-vault.ts'
import { closeObjects, readSchema, toChecker } from '../support/json-schema.ts'

test('prints an object a line, lets no second one in, and ends with a signal', async () => {
  const { root, cwd, ask, memo } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'one', '--title', 'One', '--body', 'text', '--project', 'acme'])
  const env = { ...process.env, MEMO_VAULT: root }
  const child = spawn(process.execPath, [runScript, 'watch', '--json'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value))
  const told = [await next()]
  const [file = ''] = globSync('projects/acme/notes/one.md', { cwd: root })
  appendFileSync(join(root, file), 'and more\n')
  told.push(await next())
  expect(await memo(['watch'])).toMatchObject({ status: 4, stderr: expect.stringContaining('another "memo watch"') })
  child.kill('SIGTERM')
  told.push(await next())
  expect(await ended).toEqual([0, null])
  expect(told).toMatchObject([
    { type: 'ready', vault: root },
    { type: 'adopted', projectId: 'acme', id: 'one' },
    { type: 'ended', adopted: 1, folded: 0 },
  ])
  const check = toChecker(closeObjects(readSchema('watch')))
  for (const line of told) expect(check(line)).toEqual([])
  expect(existsSync(join(root, '.sync/watch-seen'))).toBe(false)
})
