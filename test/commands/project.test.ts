import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'

test('lists the projects and says which one the working directory is', async () => {
  const { memo, ask, cwd } = await makeCliVault()
  const empty = await memo(['project', 'list'])
  expect(empty.stdout).toMatch(/^The working directory is project local-work-[0-9a-f]+, which has no records yet\.\n$/)
  await ask(['upsert', '--kind', 'note', '--body', 'Here.'])
  await ask(['upsert', '--kind', 'note', '--body', 'There.', '--project', 'acme'])
  const { projects, current } = await ask(['project', 'list'])
  expect(projects).toEqual([
    { id: 'acme', roots: [], records: 1 },
    { id: current, roots: [cwd], records: 1 },
  ])
  expect((await memo(['project', 'list'])).stdout).toMatch(
    /^ {2}acme +1 record\n\* local-work-\S+ {2}1 record {2}\S+\n$/,
  )
})

test('a bound folder is the project from then on', async () => {
  const { memo, ask, cwd } = await makeCliVault()
  const bound = await ask(['project', 'bind', 'acme', '--name', 'Acme Shop'])
  expect(bound).toEqual({ project: 'acme', root: cwd, alias: expect.stringMatching(/^local-work-/), changed: true })
  expect(await ask(['project', 'bind', 'acme'])).toEqual({ project: 'acme', root: cwd, alias: null, changed: false })
  expect(await ask(['upsert', '--kind', 'note', '--body', 'Here.'])).toMatchObject({ projectId: 'acme' })
  expect(await ask(['project', 'list'])).toMatchObject({
    current: 'acme',
    projects: [
      { id: 'acme', name: 'Acme Shop', roots: [cwd], records: 1 },
      { id: bound.alias, aliasOf: 'acme' },
    ],
  })
  expect((await memo(['project', 'bind', 'acme'])).stdout).toBe(`${cwd} is bound to project acme already.\n`)
  const other = await memo(['project', 'bind', 'other'])
  expect(other.stdout).toBe(`Bound ${cwd} to project other. ${bound.alias} stands for it from now on.\n`)
  expect(other.stderr).toBe(
    'Note: what acme holds (1 record) stays there; "memo move" brings it over one by one, "memo project bind acme" goes back to it\n',
  )
})

test('a folder that was bound by mistake is told what it leaves behind, and the way back', async () => {
  const { memo, ask } = await makeCliVault()
  const { projectId: own } = await ask(['upsert', '--kind', 'note', '--body', 'Here.'])
  const back = `memo project alias ${own} --remove`
  expect((await memo(['project', 'bind', 'acmee'])).stderr).toContain(`"${back}" goes back to it`)
  expect((await memo(['project', 'bind', String(own)])).stderr).toBe(
    `Note: ${own} stands for acmee; "${back}" ends that\n`,
  )
  await memo(back.split(' ').slice(1))
  expect(await ask(['list'])).toMatchObject({ total: 1 })
})

test('a folder whose file names a project is not bound to another', async () => {
  const { memo, cwd } = await makeCliVault()
  writeFileSync(join(cwd, '.memo.json'), '{"project": "shop"}')
  const refused = await memo(['project', 'bind', 'acme'])
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('names project shop')
  expect((await memo(['project', 'bind', 'shop'])).status).toBe(0)
})

test('an alias for a project that nobody knows yet says so, and which one may be meant', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--body', 'There.', '--project', 'acme'])
  const { status, stdout, stderr } = await memo(['project', 'alias', 'old', 'acem'])
  expect({ status, stdout }).toEqual({ status: 0, stdout: 'old stands for acem now.\n' })
  expect(stderr).toBe('Note: no project is called acem yet; if acme is meant, run "memo project alias old acme"\n')
  expect((await memo(['project', 'alias', 'old', 'acme'])).stderr).toBe('')
})

test('an alias stands for its project until it is removed', async () => {
  const { memo, ask } = await makeCliVault()
  await ask(['upsert', '--kind', 'note', '--id', 'n', '--body', 'Text.', '--project', 'acme'])
  expect(await ask(['project', 'alias', 'old', 'acme'])).toEqual({ alias: 'old', project: 'acme', changed: true })
  expect(await ask(['project', 'alias', 'old', 'acme'])).toMatchObject({ changed: false })
  expect(await ask(['get', 'n', '--project', 'old'])).toMatchObject({ records: [{ projectId: 'acme' }] })
  expect((await memo(['project', 'alias', 'old', '--remove'])).stdout).toBe('old stands for itself again.\n')
  expect(await ask(['project', 'alias', 'old', '--remove'])).toEqual({ alias: 'old', project: null, changed: false })
  expect((await memo(['get', 'n', '--project', 'old'])).status).toBe(1)
})

test.each([
  [['bind'], 2, 'missing argument: ID'],
  [['bind', '../x'], 2, '"../x"'],
  [['bind', 'Acme Shop'], 2, '"Acme Shop"'],
  [['alias', 'old'], 2, 'either the project that is meant or --remove must be given'],
  [['alias', 'old', 'acme', '--remove'], 2, 'either'],
  [['alias', 'a/b', 'acme'], 2, '"a/b"'],
  [['alias', 'acme', 'acme'], 1, 'must not lead back to itself'],
  [['rename', 'acme'], 2, 'there is no command "project rename"'],
])('refuses memo project %j and writes nothing', async (args, status, message) => {
  const { memo, ask } = await makeCliVault()
  const before = await ask(['log'])
  const told = await memo(['project', ...args])
  expect(told).toMatchObject({ status, stdout: '' })
  expect(told.stderr).toContain(message)
  expect((await memo(['project', ...args, '--json'])).json()).toMatchObject({ error: { code: expect.any(String) } })
  expect(await ask(['log'])).toEqual(before)
})
