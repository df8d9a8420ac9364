/** Profiles through the program: shown with reasons, chosen by a flag or a setting, changed in the settings. */
import { expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'

interface Shown {
  name: string
  source: string
  inUse: boolean
  settings: { key: string; value: unknown; reason: string }[]
}

test('all are shown, each number with a reason, and which is in use', async () => {
  const { ask, memo } = await makeCliVault()
  const { profiles } = (await ask(['profiles'])) as { profiles: Shown[] }
  expect(profiles.map(({ name }) => name)).toEqual(
    'default precise recency code lexical rrf semantic keyword-only no-graph minmax'.split(' '),
  )
  expect(profiles.filter(({ inUse }) => inUse).map(({ name }) => name)).toEqual(['default'])
  const { stdout } = await memo(['profiles', 'precise'])
  expect(stdout).toMatch(/^precise {2}as default/)
  expect(stdout).toMatch(/^ {2}cutoff\.drop = 0\.6 +a hit with less/m)
})

test('the settings change one or make one', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['config', 'set', 'search.profiles.mine.base', 'precise'])
  await ask(['config', 'set', 'search.profiles.mine.cutoff.drop', '0.25'])
  await ask(['config', 'set', 'search.profile', 'mine'])
  const { profiles } = (await ask(['profiles', 'mine'])) as { profiles: Shown[] }
  expect(profiles).toMatchObject([{ name: 'mine', source: 'config', base: 'precise', inUse: true }])
  expect(profiles[0]?.settings).toContainEqual({ key: 'cutoff.drop', value: 0.25, reason: 'set in config.json' })
  expect((await memo(['search', 'x', '--project', 'acme'])).status).toBe(1)
  expect((await ask(['search', 'x', '--all'])).total).toBe(0)
})

test.each([
  [['search', 'x', '--all', '--profile', 'fancy'], 'there are default, precise'],
  [['profiles', 'fancy'], 'there are default, precise'],
  [['config', 'set', 'search.profiles.mine.recency.halfLife', '3'], 'recency'],
  [['config', 'set', 'search.profiles.mine.cutoff.drop', '3'], 'config list'],
])('memo %j is refused', async (args, hint) => {
  const { status, stderr } = await (await makeCliVault()).memo(args)
  expect(status).toBe(2)
  expect(stderr).toContain(hint)
})

test('a wrong base or arm is told by name, and by the doctor', async () => {
  const { ask, memo } = await makeCliVault()
  await ask(['config', 'set', 'search.profiles.mine.arms.magic.weight', '1'])
  const { status, stderr } = await memo(['search', 'x', '--all', '--profile', 'mine'])
  expect(status).toBe(2)
  expect(stderr).toContain('search.profiles.mine.arms: there is no arm "magic"')
  const { findings } = await ask(['doctor'])
  expect(findings).toContainEqual(expect.objectContaining({ code: 'config-profile', severity: 'warning' }))
  await ask(['config', 'set', 'search.profiles.mine.base', 'fancy'])
  expect((await memo(['profiles', 'mine'])).stderr).toContain('there is no built-in profile "fancy"')
})
