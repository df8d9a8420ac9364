import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../support/cli.ts'
import { makeCliVault } from '../support/cli-vault.ts'

interface Rejection {
  origin: string
  message: string
}

test('every README below node_modules is taken in, found, and folded anew', { timeout: 180_000 }, async () => {
  const { memo, ask, root } = await makeCliVault()
  const place = ['--project', 'readmes']
  const call = ['import', 'markdown', 'node_modules/**/README.md', 'node_modules/**/readme.md', ...place, '--json']
  const imported = await memo(call, { cwd: packageRoot })
  const answer = imported.json() as { items: number; created: number; rejected: Rejection[] }
  expect(answer.items).toBeGreaterThan(200)
  expect(answer.created + answer.rejected.length).toBe(answer.items)
  // A few show a token of the right form as an example.
  const secret = answer.rejected.filter(({ message }) => message.includes('holds what looks like'))
  expect(secret.length).toBeLessThan(5)
  for (const { origin: file, message } of answer.rejected.filter((each) => !secret.includes(each))) {
    expect(explain(file), `${file}: ${message}`).not.toBe('good')
  }
  expect(imported.status).toBe(answer.rejected.length === 0 ? 0 : 1)

  const again = (await memo(call, { cwd: packageRoot })).json()
  expect(again).toMatchObject({ created: 0, changed: 0, unchanged: answer.created })

  const search = async (query: string) =>
    (await ask(['search', query, ...place])).hits as { origin?: string; id: string }[]
  expect((await search('glob patterns that never match dotfiles')).length).toBeGreaterThan(0)
  expect((await search('"better-sqlite3"'))[0]?.id).toContain('better-sqlite3')
  expect((await search('pragma journal_mode')).map(({ id }) => id).join(' ')).toContain('better-sqlite3')

  // A package that is called `prompts` makes prompts of its files, which are listed on request.
  const listAll = () => ask(['list', ...place, '--limit', '9999', '--ephemeral'])
  const before = await listAll()
  expect(before.total).toBe(answer.created)
  expect(await ask(['rebuild'])).toMatchObject({ indexed: answer.created, files: answer.created, pending: 0 })
  expect(await listAll()).toEqual(before)
  expect(await ask(['doctor', '--deep'])).toMatchObject({ vault: root, healthy: true })
})

/** Why a file may be refused, found by looking at it. */
function explain(file: string): 'empty' | 'not UTF-8' | 'good' {
  const bytes = readFileSync(join(packageRoot, file))
  if (bytes.toString('utf8').trim() === '') return 'empty'
  return bytes.equals(Buffer.from(bytes.toString('utf8'))) ? 'good' : 'not UTF-8'
}
