/** Files that nothing is remembered about, as the program treats them when it writes and when it searches. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault, toLines } from '../support/cli-vault.ts'

test('an upsert drops ignored patterns and says so, and is refused when all are', async () => {
  const { memo, ask, cwd } = await makeCliVault()
  writeFileSync(join(cwd, '.memo-ignore'), '# ours\ndrafts/\n!*.db\n')
  const body = ['upsert', '--kind', 'note', '--title', 'Paths', '--body', 'text']
  const patterns = ['src/**', 'dist/**', 'drafts/a.md', 'data/app.db', '../else/x.ts']
  const flags = patterns.flatMap((pattern) => ['--path-pattern', pattern])
  const written = await memo([...body, ...flags, '--json'])
  const dropped = [
    'dist/** (the rule "dist/", built-in)',
    'drafts/a.md (the rule "drafts/", .memo-ignore, line 2)',
    '../else/x.ts (outside of the project)',
  ]
  // The patterns of a record are sorted.
  expect((written.json() as { dropped: string[] }).dropped.sort()).toEqual([...dropped].sort())
  expect(written).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^Note: dropped from the path patterns of paths: /),
  })
  expect(await ask(['get', 'paths'])).toMatchObject({ records: [{ pathPatterns: ['data/app.db', 'src/**'] }] })

  const refused = await memo(['upsert', '--kind', 'note', '--body', 'x', '--path-pattern', '.env', '--json'])
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.json()).toMatchObject({
    error: { code: 'REFUSED', message: expect.stringContaining('.env (the rule ".env", built-in)') },
  })
  const before = await ask(['list'])
  expect(before).toMatchObject({ total: 1 })
})

test('a batch treats each line so, and takes the rules of the project that it names', async () => {
  const { memo, ask, cwd } = await makeCliVault()
  writeFileSync(join(cwd, '.memo.json'), '{"project": "shop"}')
  writeFileSync(join(cwd, '.memo-ignore'), 'drafts/\n')
  const lines = [
    { kind: 'note', title: 'one', body: 'x', pathPatterns: ['src/a.ts', 'drafts/b.ts'] },
    { kind: 'note', title: 'two', body: 'x', pathPatterns: ['drafts/b.ts'] },
    { kind: 'note', title: 'three', body: 'x', pathPatterns: ['drafts/b.ts', '/etc/hosts'], project: 'other' },
  ]
  const answer = await memo(['upsert', '--batch', '-', '--json'], { stdin: toLines(lines) })
  expect(answer.json()).toMatchObject({ accepted: 2, rejected: [{ line: 2, code: 'REFUSED' }] })
  expect(await ask(['get', 'shop/one', 'other/three'])).toMatchObject({
    records: [{ pathPatterns: ['src/a.ts'] }, { pathPatterns: ['/etc/hosts', 'drafts/b.ts'] }],
  })
  await ask(['upsert', '--id', 'one', '--project', 'shop', '--path-pattern', 'src/**', '--path-pattern', 'drafts/**'])
  expect(await ask(['get', 'shop/one'])).toMatchObject({ records: [{ pathPatterns: ['src/**'] }] })
})

test('a search whose path is ignored is empty and says why; the settings come last', async () => {
  const { ask, memo, cwd } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--title', 'Every', '--body', 'text', '--path-pattern', '**'])
  mkdirSync(join(cwd, 'dist'))
  const search = async (path: string) =>
    (await ask(['search', 'text', '--path', path])) as { hits: object[]; abstained: object }
  const ignored = (path: string, rule: string, source: string) => ({
    ...{ hits: [], total: 0 },
    abstained: { reason: 'ignored_path', hint: `${path} is left out by the rule "${rule}" (${source})` },
  })
  expect(await search('dist/x.js')).toMatchObject(ignored('dist/x.js', 'dist/', 'built-in'))
  expect(await search(join(cwd, 'dist'))).toMatchObject(ignored(join(cwd, 'dist'), 'dist/', 'built-in'))
  expect(await search('src/x.ts')).toMatchObject({ total: 1, abstained: null })

  expect(await memo(['config', 'set', 'capture.ignore', 'drafts/'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('must be a list of patterns'),
  })
  await ask(['config', 'set', 'capture.ignore', '["drafts/", "!dist/"]'])
  expect(await search('drafts/x.md')).toMatchObject(ignored('drafts/x.md', 'drafts/', 'settings'))
  expect(await search('dist/x.js')).toMatchObject({ total: 1, abstained: null })
  const written = await ask(['upsert', '--id', 'every', '--path-pattern', 'dist/**', '--path-pattern', 'drafts/**'])
  expect(written.dropped).toEqual(['drafts/** (the rule "drafts/", settings)'])
})
