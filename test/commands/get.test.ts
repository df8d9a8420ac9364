import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault } from '../support/cli-vault.ts'

const acme = ['--project', 'acme']

async function makeFilledVault(): Promise<CliVault> {
  const vault = await makeCliVault()
  const body = ['one', 'two', 'three', 'four'].join('\n')
  await vault.ask(['upsert', '--kind', 'trap', '--id', 'ab12', '--title', 'The Trap', '--body', body, ...acme])
  await vault.ask(['upsert', '--kind', 'note', '--id', 'ab123', '--body', 'Second.', ...acme])
  await vault.ask(['upsert', '--kind', 'note', '--id', 'far', '--body', 'Elsewhere.', '--project', 'other'])
  return vault
}

/** Ids that a name leads to, or why it leads nowhere. */
async function named({ memo }: CliVault, ...args: string[]): Promise<unknown[]> {
  const { records, missing } = (await memo(['get', '--json', ...args])).json() as {
    records: { id: string }[]
    missing: { reason: string }[]
  }
  return [...records.map(({ id }) => id), ...missing.map(({ reason }) => reason)]
}

describe('memo get', () => {
  test('finds by id, project and id, beginning, title and path', async () => {
    const vault = await makeFilledVault()
    const file = join(vault.root, 'projects/acme/traps/ab12.md')
    expect(await named(vault, 'ab12', ...acme)).toEqual(['ab12'])
    expect(await named(vault, 'acme/ab12')).toEqual(['ab12'])
    expect(await named(vault, 'The Trap', ...acme)).toEqual(['ab12'])
    expect(await named(vault, 'projects/acme/traps/ab12.md')).toEqual(['ab12'])
    expect(await named(vault, file)).toEqual(['ab12'])
    expect(await named(vault, '--kind', 'note', '--slug', 'ab123', ...acme)).toEqual(['ab123'])
    expect(await named(vault, '--kind', 'note', 'ab', ...acme)).toEqual(['ab123'])
    expect(await named(vault, 'ab12', 'ab123', 'ab12', ...acme)).toEqual(['ab12', 'ab123'])
  })

  test('looks into other projects when exactly one record there has the id, and none was named', async () => {
    const vault = await makeFilledVault()
    expect(await named(vault, 'far')).toEqual(['far'])
    expect(await named(vault, 'far', ...acme)).toEqual(['not_found'])
    await vault.ask(['upsert', '--kind', 'note', '--id', 'far', '--body', 'There too.', '--project', 'third'])
    expect(await named(vault, 'far')).toEqual(['ambiguous'])
  })

  test('of a forgotten record tells when it went and how it comes back', async () => {
    const { memo, ask } = await makeFilledVault()
    await ask(['forget', 'ab123', '--yes', ...acme])
    const gone = await memo(['get', 'ab123', ...acme])
    expect(gone.status).toBe(1)
    expect(gone.stderr).toMatch(
      /^Error: acme\/ab123 was forgotten at 20[-\d]+T[:.\d]+Z\nHint: run "memo restore acme\/ab123" to bring it back\n$/,
    )
    expect((await memo(['get', 'acme/ab123', '--json'])).json()).toMatchObject({
      records: [],
      missing: [
        {
          ...{
            name: 'acme/ab123',
            reason: 'forgotten',
            candidates: ['acme/ab123'],
            restore: 'memo restore acme/ab123',
          },
          forgottenAt: expect.stringMatching(/^20.*Z$/),
        },
      ],
    })
    const after = ['upsert', '--kind', 'note', '--body', 'Third.', '--supersedes', 'ab123', ...acme]
    for (const call of [['edit', 'ab123', ...acme], after]) {
      expect((await memo(call)).stderr).toMatch(/^Error: acme\/ab123 was forgotten at 20.*\nHint: run "memo restore/)
    }
    await ask(['restore', 'acme/ab123'])
    expect((await memo(['get', 'ab123', ...acme])).status).toBe(0)
    await ask(['forget', 'ab123', '--redact', '--yes', ...acme])
    expect((await memo(['get', 'ab123', ...acme])).stderr).toMatch(/^Error: acme\/ab123 was forgotten at \S+\n$/)
  })

  test('prints what it found, names what it did not, and ends with 1', async () => {
    const { memo } = await makeFilledVault()
    const human = await memo(['get', 'ab123', 'nope', 'a', ...acme])
    expect(human.status).toBe(1)
    expect(human.stdout).toContain('Second.')
    expect(human.stderr).toBe('Error: there is no record nope\nError: a fits several records: acme/ab12, acme/ab123\n')
    const alone = await memo(['get', 'nope', ...acme])
    expect(alone.stderr).toBe('Error: there is no record nope\nHint: try "memo search nope"\n')
    const machine = await memo(['get', 'ab123', 'nope', 'a', '--json', ...acme])
    expect(machine).toMatchObject({ status: 1, stderr: '' })
    expect(machine.json()).toMatchObject({
      records: [{ id: 'ab123', projectId: 'acme', kind: 'note', body: 'Second.' }],
      missing: [
        { name: 'nope', reason: 'not_found', candidates: [] },
        { name: 'a', reason: 'ambiguous', candidates: ['acme/ab12', 'acme/ab123'] },
      ],
    })
  })

  test('shows the lines that were asked for', async () => {
    const { ask } = await makeFilledVault()
    const lines = async (range: string) => {
      const { records } = await ask(['get', 'ab12', '--lines', range, ...acme])
      const [record] = records as { body: string; lines: number[] }[]
      return [record?.body, record?.lines]
    }
    expect(await lines('2-3')).toEqual(['two\nthree', [2, 3]])
    expect(await lines('4')).toEqual(['four', [4, 4]])
    expect(await lines('3-')).toEqual(['three\nfour', [3, 4]])
    expect(await lines('3-99')).toEqual(['three\nfour', [3, 4]])
    expect(await lines('20-30')).toEqual(['', [5, 4]])
  })

  test('B159 an exact id comes first, a unique beginning is told, and a part inside an id is none', async () => {
    const vault = await makeFilledVault()
    await vault.ask(['upsert', '--kind', 'note', '--id', 'ab12.1', '--body', 'Child.', ...acme])
    expect(await named(vault, 'ab12', ...acme)).toEqual(['ab12'])
    expect(await named(vault, 'b12', ...acme)).toEqual(['not_found'])
    expect(await named(vault, 'ab', ...acme)).toEqual(['ambiguous'])
    const { stderr, status } = await vault.memo(['get', 'ab12.', ...acme])
    expect({ stderr, status }).toEqual({ stderr: 'Note: ab12. is short for ab12.1\n', status: 0 })
  })
})

describe('uses', () => {
  const hitsOf = async ({ ask }: CliVault) => {
    const { hits } = await ask(['search', '--kind', 'trap', ...acme])
    return (hits as { hits: number }[]).map(({ hits: count }) => count)
  }

  test('B162 each get counts one, also from three processes at once, and a rebuild forgets none', async () => {
    const vault = await makeFilledVault()
    await Promise.all([1, 2, 3].map(() => vault.ask(['get', 'ab12', ...acme])))
    expect(await hitsOf(vault)).toEqual([3])
    await vault.ask(['rebuild'])
    expect(await hitsOf(vault)).toEqual([3])
    expect(readFileSync(join(vault.root, 'projects/acme/traps/ab12.md'), 'utf8')).toContain('\nhits: 3\n')
  })

  test('a session counts each record once, and kinds that are no knowledge count never', async () => {
    const vault = await makeFilledVault()
    const get = (...args: string[]) => vault.ask(['get', 'ab12', 'ab123', ...acme, ...args])
    for (const session of ['s1', 's1', 's2']) await get('--session-id', session)
    expect(await hitsOf(vault)).toEqual([2])
    await get('--session-id', '')
    expect(await hitsOf(vault)).toEqual([3])
    const { records } = await vault.ask(['get', 'ab123', ...acme])
    expect(records).toMatchObject([{ hits: 0 }])
  })

  test('a use that cannot be counted fails no read', async () => {
    const vault = await makeFilledVault()
    const [writer = ''] = readdirSync(join(vault.root, 'events'))
    const log = join(vault.root, 'events', writer, '000001.jsonl')
    writeFileSync(log, readFileSync(log, 'utf8').replaceAll('"prev"', '"perv"'))
    const { status, stdout, stderr } = await vault.memo(['get', 'ab12', ...acme])
    expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('three') })
    expect(stderr).toMatch(/^Note: the use was not counted/m)
    expect(readFileSync(join(vault.root, '.sync/errors.jsonl'), 'utf8')).toContain('"subsystem":"memory-hits"')
  })
})
