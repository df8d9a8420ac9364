import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runScript } from '../support/cli.ts'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'
import { makeTempDir } from '../support/temp-dir.ts'

const acme = ['--project', 'acme']

async function fill(records: readonly object[]): Promise<CliVault> {
  const vault = await makeCliVault()
  await vault.ask(['upsert', '--batch', '-', ...acme], { stdin: toLines(records) })
  return vault
}

async function ids({ ask }: CliVault, ...args: string[]): Promise<string[]> {
  const { hits } = await ask(['search', ...args])
  return (hits as { id: string }[]).map(({ id }) => id)
}

const mixed = [
  { id: 'trap', kind: 'trap', title: 'Cache trap', body: 'cache', tags: ['a', 'b'], pathPatterns: ['src/cache/**'] },
  { id: 'plan', kind: 'plan', title: 'Cache plan', body: 'cache', tags: ['a'], status: 'paused' },
  { id: 'gone', kind: 'note', title: 'Cache gone', body: 'cache', status: 'archived' },
  { id: 'late', kind: 'note', title: 'Cache late', body: 'cache', expiresAt: '2031-01-01', created: '2030-06-01' },
  { id: 'idea', kind: 'scratch', title: 'Cache idea', body: 'cache' },
  { id: 'there', kind: 'note', title: 'Cache there', body: 'cache', project: 'other' },
]

describe('memo search', () => {
  test('narrows to what the flags say, and widens', async () => {
    const vault = await fill(mixed)
    const found = async (...flags: string[]) => (await ids(vault, 'cache', ...flags)).sort()
    const live = ['late', 'plan', 'trap']
    expect(await found(...acme)).toEqual(live)
    expect(await found('--all')).toEqual([...live, 'there'].sort())
    expect(await found('--cross-project')).toEqual([...live, 'there'].sort())
    expect(await found(...acme, '--kind', 'trap', '--kind', 'plan')).toEqual(['plan', 'trap'])
    expect(await found(...acme, '--kind', 'trap,note')).toEqual(['late', 'trap'])
    expect(await found(...acme, '--status', 'paused')).toEqual(['plan'])
    expect(await found(...acme, '--status', 'archived')).toEqual(['gone'])
    expect(await found(...acme, '--tag', 'a')).toEqual(['plan', 'trap'])
    expect(await found(...acme, '--tag', 'a', '--tag', 'b')).toEqual(['trap'])
    expect(await found(...acme, '--path', 'src/cache/lru.ts')).toEqual(['trap'])
    expect(await found(...acme, '--scratch')).toEqual([...live, 'idea'].sort())
    expect(await found(...acme, '--kind', 'scratch')).toEqual(['idea'])
  })

  test('narrows by facet, entity, source, trust, layer, time and several projects, as memo list does', async () => {
    const vault = await fill([
      { id: 'bill', kind: 'note', body: 'cache', facets: { service: ['billing'], tier: ['1'] }, source: 'wiki' },
      { id: 'mail', kind: 'note', body: 'cache', facets: { service: ['mail'] }, entities: ['Redis Cluster'] },
      { id: 'past', kind: 'note', body: 'cache', eventAt: '2020-03-05', layer: 'data', trust: 'high' },
      { id: 'there', kind: 'note', body: 'cache', project: 'other' },
      { id: 'far', kind: 'note', body: 'cache', project: 'third' },
    ])
    const both = async (...flags: string[]) => {
      const found = (await ids(vault, 'cache', ...flags)).sort()
      const { records } = await vault.ask(['list', ...flags])
      expect((records as { id: string }[]).map(({ id }) => id).sort(), flags.join(' ')).toEqual(found)
      return found
    }
    expect(await both(...acme, '--facet', 'service=billing')).toEqual(['bill'])
    expect(await both(...acme, '--facet', 'service=billing', '--facet', 'service=mail')).toEqual(['bill', 'mail'])
    expect(await both(...acme, '--facet', 'service=mail', '--facet', 'tier=1')).toEqual([])
    expect(await both(...acme, '--entity', 'redis-cluster')).toEqual(['mail'])
    expect(await both(...acme, '--source', 'wiki')).toEqual(['bill'])
    expect(await both(...acme, '--trust', 'high', '--layer', 'data')).toEqual(['past'])
    expect(await both(...acme, '--since', '7d')).toEqual(['bill', 'mail'])
    expect(await both(...acme, '--until', '2020-03-05')).toEqual(['past'])
    expect(await both(...acme, '--since', '2020-03-05', '--until', '2020-03-05T00:00:01Z')).toEqual(['past'])
    expect(await both('--project', 'other,third')).toEqual(['far', 'there'])
    expect(await both('--project', 'other', '--project', 'third')).toEqual(['far', 'there'])
    const { records } = await vault.ask(['rank', ...acme, '--kind', 'note', '--facet', 'tier=1'])
    expect(records).toMatchObject([{ id: 'bill' }])
    const { stdout } = await vault.memo(['search', 'cache', '--project', 'other,third'])
    expect(stdout).toMatch(/note {2}third\/far/)
  })

  test('leaves expired records out, and shows what was in force at a time', async () => {
    const vault = await fill([
      { id: 'old', kind: 'note', body: 'cache one', expiresAt: '2021-01-01' },
      { id: 'new', kind: 'note', body: 'cache two' },
    ])
    expect(await ids(vault, 'cache', ...acme)).toEqual(['new'])
    const { hits } = await vault.ask(['search', 'one', '--include-expired', ...acme])
    expect(hits).toMatchObject([{ id: 'old', expired: true }])
    expect(await ids(vault, 'cache', '--as-of', '2099-01-01', ...acme)).toEqual(['new'])
    expect(await ids(vault, 'cache', '--as-of', '2019-12-31T23:00:00+02:00', ...acme)).toEqual([])
  })

  test('pages, says how much is left, and never counts a use by itself', async () => {
    const vault = await fill(Array.from({ length: 7 }, (_, n) => ({ id: `r${n}`, kind: 'trap', body: `cache ${n}` })))
    const page = await vault.ask(['search', 'cache', '--limit', '3', '--offset', '3', ...acme])
    expect(page).toMatchObject({ total: 7, truncated: 1, stale: false, bumped: [], abstained: null, degraded: null })
    expect(page.narrowHint).toEqual(expect.any(String))
    const all = await ids(vault, 'cache', ...acme)
    expect((page.hits as { id: string }[]).map(({ id }) => id)).toEqual(all.slice(3, 6))
    const { stdout } = await vault.memo(['search', 'cache', '--offset', '9', ...acme])
    expect(stdout).toBe('No record is left at this offset; 7 were ranked.\n')
  })

  test('has the fields of the contract', async () => {
    const vault = await fill([{ id: 'a', kind: 'trap', body: 'intro\n\ncache rules', severity: 'high', tags: ['t'] }])
    const { hits } = await vault.ask(['search', 'cache', '--explain', ...acme])
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/)
    expect(hits).toEqual([
      {
        ...{
          id: 'a',
          projectId: 'acme',
          kind: 'trap',
          status: 'active',
          title: 'intro',
          tags: ['t'],
          pathPatterns: [],
        },
        ...{ filepath: 'projects/acme/traps/a.md', lines: [3, 3], snippet: '…cache rules' },
        ...{ hits: 0, occurrences: 1, severity: 'high', created: time, updated: time, lastSeen: time },
        score: expect.any(Number),
        explain: expect.objectContaining({ severityMultiplier: 1.3, hitsBoost: 1 }),
        why: expect.objectContaining({ arms: [expect.objectContaining({ arm: 'keyword', rank: 1 })] }),
      },
    ])
  })

  test('B164 only ids that are acknowledged and among the results count, and only record files are written', async () => {
    const records = Array.from({ length: 10 }, (_, n) => ({ id: `r${n}`, kind: 'trap', body: `cache ${n}` }))
    const vault = await fill(records)
    const readme = join(vault.root, 'README.md')
    writeFileSync(readme, '# mine\n')
    const index = readFileSync(join(vault.root, 'projects/acme/INDEX.md'))
    for (let n = 0; n < 5; n++) await vault.ask(['search', 'cache', '--limit', '5', ...acme])
    const counts = async () => {
      const { hits } = await vault.ask(['search', 'cache', ...acme])
      return (hits as { hits: number }[]).reduce((sum, hit) => sum + hit.hits, 0)
    }
    expect(await counts()).toBe(0)
    const used = await vault.ask(['search', 'cache', '--hit-ids', 'r1,r2,nope', '--session-id', 's', ...acme])
    expect(used.bumped).toEqual(['r1', 'r2'])
    const again = await vault.ask(['search', 'cache', '--hit-ids', 'r1', '--session-id', 's', ...acme])
    expect(again.bumped).toEqual([])
    expect((await vault.ask(['search', '"cache 1"', '--hit-ids', 'r2', ...acme])).bumped).toEqual([])
    expect(await counts()).toBe(2)
    expect((await vault.ask(['search', 'cache', '--hit-ids', 'r2', ...acme])).bumped).toEqual(['r2'])
    expect(await counts()).toBe(3)
    expect(await ids(vault, '--sort', 'hits', '--limit', '2', ...acme)).toEqual(['r2', 'r1'])
    expect(readFileSync(readme, 'utf8')).toBe('# mine\n')
    expect(readFileSync(join(vault.root, 'projects/acme/INDEX.md'))).toEqual(index)
  })

  test('B165 orders by instants, whatever offset a file gives them in', async () => {
    const vault = await makeCliVault()
    const folder = join(vault.root, 'projects/acme/notes')
    mkdirSync(folder, { recursive: true })
    const times = {
      first: '2031-05-01T11:30:00+02:00',
      second: '2031-05-01T10:00:00Z',
      third: '2031-05-01T07:15:00-03:00',
    }
    for (const [id, updated] of Object.entries(times)) {
      writeFileSync(
        join(folder, `${id}.md`),
        `---\ntitle: ${id}\ncreated: ${updated}\nupdated: ${updated}\n---\nzone\n`,
      )
    }
    expect(await ids(vault, 'zone', '--sort', 'updated', '--refresh', ...acme)).toEqual(['third', 'second', 'first'])
    const since = ['--since', '2031-05-01T09:45:00Z', ...acme]
    expect((await ids(vault, 'zone', ...since)).sort()).toEqual(['second', 'third'])
  })

  test('--refresh sees an edit anywhere, --no-refresh none', async () => {
    const vault = await fill([{ id: 'a', kind: 'note', body: 'before' }])
    const file = join(vault.root, 'projects/acme/notes/a.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('before', 'after'))
    expect(await ids(vault, 'after', '--no-refresh', ...acme)).toEqual([])
    expect(await ids(vault, 'after', '--refresh', ...acme)).toEqual(['a'])
  })
})

describe('memo search for people', () => {
  test('says why there is nothing, and where it may be', async () => {
    const vault = await fill([
      { id: 'old', kind: 'note', title: 'Old way', body: 'cache by hand' },
      { id: 'new', kind: 'note', title: 'New way', body: 'let redis do it', supersedes: 'old' },
    ])
    const said = async (...args: string[]) => (await vault.memo(['search', ...args])).stdout
    expect(await said('quux', ...acme)).toMatch(/^Nothing found \(never_known\): /)
    expect(await said('cache', ...acme)).toMatch(
      /^Nothing found \(superseded\): .*new.*\n {2}note {2}acme\/old {2}Old way {2}→ new\n$/,
    )
    expect(await said('redis', '--kind', 'trap', ...acme)).toMatch(/^Nothing found \(out_of_scope\)/)
    expect(await said('?!', ...acme)).toMatch(/^Nothing found \(no_terms\)/)
  })

  test('B154 colours only on a terminal that wants colours', async () => {
    const vault = await fill([{ id: 'a', kind: 'note', title: 'Cache', body: 'cache' }])
    const onTerminal = (env: { [name: string]: string }) =>
      spawnSync('script', ['-qec', `${process.execPath} ${runScript} search cache --project acme`, '/dev/null'], {
        env: { ...process.env, MEMO_VAULT: vault.root, TERM: 'xterm', ...env },
        encoding: 'utf8',
      }).stdout
    expect((await vault.memo(['search', 'cache', ...acme])).stdout).not.toContain('\x1b')
    expect(onTerminal({})).toContain('\x1b[33mCache\x1b[39m')
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain('\x1b')
    expect(onTerminal({ TERM: 'dumb' })).not.toContain('\x1b')
  })

  test('B152 ends quietly when its reader has seen enough, and not when the disk is full', async () => {
    const records = Array.from({ length: 2000 }, (_, n) => ({ id: `r${n}`, kind: 'note', body: `cache ${n}` }))
    const vault = await fill(records)
    const shell = (script: string) =>
      spawnSync('bash', ['-c', script], { env: { ...process.env, MEMO_VAULT: vault.root }, encoding: 'utf8' })
    const memo = `${process.execPath} ${runScript} search cache --project acme --limit 2000`
    const head = shell(`${memo} | head -1; echo status \${PIPESTATUS[0]}`)
    expect(head.stdout).toMatch(/\nstatus 0\n$/)
    expect(head.stderr).toBe('')
    const full = shell(`${memo} > /dev/full; echo status $?`)
    expect(full.stdout).toBe('status 1\n')
    expect(full.stderr).toMatch(/^Error: .*\n$/)
  })

  test('B118 stored text commands no terminal, in answers or in errors', async () => {
    const title = 'ok\x1b[2K\x1b[1Adone \x1b]52;c;ZXZpbA==\x07 \x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\'
    const vault = await fill([{ id: 'evil', kind: 'note', title, body: `cache ${title}`, tags: [title] }])
    const calls = [
      ['search', 'cache', '--explain'],
      ['get', 'evil'],
      ['get', title],
      ['get', `no ${title}`],
      ['search', title],
    ]
    for (const call of calls) {
      for (const form of [[], ['--json']]) {
        const { stdout, stderr } = await vault.memo([...call, ...form, ...acme])
        expect(stdout + stderr, call.join(' ')).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
      }
    }
    const { records } = await vault.ask(['get', 'evil', ...acme])
    expect(records).toMatchObject([{ title }])
  })
})

describe('projects', () => {
  test('B168 clones of one repository are one project, however its remote is spelt', async () => {
    const vault = await makeCliVault()
    const folder = makeTempDir()
    const remotes = {
      Acme_App: 'git@github.example:Org/Acme-App.git',
      'acme-app': 'https://GitHub.example/Org/Acme-App',
      renamed: 'ssh://git@github.example/Org/Acme-App/',
    }
    const projects = new Set<unknown>()
    for (const [name, url] of Object.entries(remotes)) {
      const cwd = join(folder, name)
      mkdirSync(cwd)
      for (const args of [
        ['init', '-q'],
        ['remote', 'add', 'origin', url],
      ])
        spawnSync('git', args, { cwd })
      expect(existsSync(join(cwd, '.git'))).toBe(true)
      projects.add((await vault.ask(['upsert', '--kind', 'note', '--title', name, '--body', 'x'], { cwd })).projectId)
    }
    expect(projects.size).toBe(1)
    const [id] = [...projects].map(String)
    const { status, stderr } = await vault.memo(['search', 'x', '--project', 'acme'])
    expect(status).toBe(1)
    expect(stderr).toContain(`did you mean ${id}?`)
  })

  test('B066 works from any path: letters, blanks, quotes, relative, through a link', async () => {
    const home = join(makeTempDir(), "用户 ö'x")
    mkdirSync(home)
    const link = join(makeTempDir(), 'lnk')
    spawnSync('ln', ['-s', home, link])
    const vault = await makeCliVault()
    const call = { env: { HOME: link, MEMO_VAULT: undefined }, cwd: home }
    await vault.ask(['init'], call)
    await vault.ask(['upsert', '--kind', 'note', '--id', 'a', '--body', 'cache'], call)
    const { projectId } = await vault.ask(['upsert', '--kind', 'note', '--id', 'b', '--body', 'cache'], call)
    for (const root of ['.memo', './.memo/', `${home}/.memo/`, `${link}/.memo`]) {
      const { hits } = await vault.ask(['search', 'cache', '--vault', root], call)
      expect(hits, root).toMatchObject([{ projectId }, { projectId }])
    }
  })
})
