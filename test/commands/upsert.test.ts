import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCliVault } from '../support/cli-vault.ts'
import { recordFiles } from '../support/inspect.ts'
import { startMemo } from '../support/start-memo.ts'

const project = ['--project', 'acme']
const note = ['upsert', '--kind', 'note', ...project]

describe('memo upsert', () => {
  test('writes every field that a flag names', async () => {
    const { ask } = await makeCliVault()
    await ask([...note, '--id', 'old', '--body', 'Before.'])
    const written = await ask([
      ...[
        'upsert',
        '--kind',
        'trap',
        '--title',
        'Retries stampede',
        '--id',
        'retries',
        '--body',
        'No jitter.',
        ...project,
      ],
      ...['--tag', 'net', '--tag', 'b,c', '--path-pattern', 'src/**', '--severity', 'high', '--status', 'paused'],
      ...['--layer', 'domain', '--module', 'queue', '--ttl', '14d', '--event-at', '2031-03-05', '--supersedes', 'old'],
      ...[
        '--link',
        'depends-on:other/x',
        '--facet',
        'service=billing',
        '--facet',
        'service=ledger',
        '--facet',
        'a=b=c',
      ],
      ...['--entity', 'Ada', '--source', 'https://example.org/1', '--trust', 'high', '--evidence', 'old'],
      ...['--valid-from', '2031-01-01', '--valid-to', '2099-01-01', '--due', '2031-04-01'],
    ])
    expect(written).toMatchObject({
      ...{ id: 'retries', projectId: 'acme', kind: 'trap', title: 'Retries stampede' },
      ...{ changed: true, created: true, recurrence: false, superseded: 'old' },
      event: expect.stringMatching(/^[0-9A-Z]{26}$/),
    })
    const { records } = await ask(['get', 'retries', 'old', ...project])
    expect(records).toMatchObject([
      {
        ...{ tags: ['b,c', 'net'], pathPatterns: ['src/**'], severity: 'high', status: 'paused', layer: 'domain' },
        ...{ module: 'queue', ttl: '14d', eventAt: '2031-03-05', supersedes: 'old', entities: ['Ada'] },
        links: [{ type: 'depends-on', target: 'other/x' }],
        facets: { service: ['billing', 'ledger'], a: ['b=c'] },
        ...{ source: 'https://example.org/1', trust: 'high', evidence: ['old'], body: 'No jitter.' },
        ...{ validFrom: '2031-01-01', validTo: '2099-01-01', due: '2031-04-01' },
      },
      { status: 'superseded', supersededBy: 'retries' },
    ])
  })

  test('takes a missing title from the body, and a missing id from the title', async () => {
    const { ask } = await makeCliVault()
    const given = [
      [['--body', 'First sentence. Second.'], 'First sentence', 'first-sentence'],
      [['--body', 'Intro\n\n## The heading\n\ntext'], 'The heading', 'the-heading'],
      [['--body', 'x', '--title', 'Over: there'], 'Over: there', 'over-there'],
      [['--body', 'Said so. And more.', '--id', 'given'], 'Said so', 'given'],
    ] as const
    for (const [flags, title, id] of given) expect(await ask([...note, ...flags])).toMatchObject({ title, id })
  })

  test('changes the given fields of a record that exists, and nothing when they are equal', async () => {
    const { ask, root } = await makeCliVault()
    await ask([...note, '--id', 'n', '--title', 'T', '--body', 'Text.', '--tag', 'a'])
    const edit = ['upsert', '--id', 'n', '--tag', 'b', '--severity', 'low', ...project]
    expect(await ask(edit)).toMatchObject({ changed: true, created: false, kind: 'note', title: 'T' })
    const file = readFileSync(join(root, 'projects/acme/notes/n.md'))
    expect(await ask(edit)).toMatchObject({ changed: false, created: false, event: null })
    expect(readFileSync(join(root, 'projects/acme/notes/n.md'))).toEqual(file)
    const { records } = await ask(['get', 'n', ...project])
    expect(records).toMatchObject([{ title: 'T', body: 'Text.', tags: ['b'], severity: 'low' }])
  })

  test('counts a trap that comes again', async () => {
    const { ask } = await makeCliVault()
    const trap = ['upsert', '--kind', 'trap', '--path-pattern', 'src/queue/**', ...project]
    const first = 'Retries without jitter stampede the gateway after an outage.'
    await ask([...trap, '--id', 'stampede', '--body', first])
    const again = 'After an outage the retries without jitter stampede the gateway again.'
    expect(await ask([...trap, '--body', again])).toMatchObject({ id: 'stampede', recurrence: true, created: false })
    const { records } = await ask(['get', 'stampede', ...project])
    expect(records).toMatchObject([{ occurrences: 2, body: first }])
  })

  test('B169 the same text saved again is one record, however it is spelt', async () => {
    const { ask, root } = await makeCliVault()
    const flags = ['--title', 'Session summary', '--tag', 'x', '--tag', 'y']
    await ask([...note, ...flags, '--body', 'One line.\nTwo lines.'])
    const same = [
      [...flags, '--body', 'One line.\nTwo lines.\n  \n'],
      [...flags, '--body', 'One line.\r\nTwo lines.'],
      ['--title', ' Session  summary ', '--tag', 'y', '--tag', 'x', '--tag', 'y', '--body', 'One line.\nTwo lines.'],
    ]
    for (const spelling of same) expect(await ask([...note, ...spelling])).toMatchObject({ changed: false })
    const cased = ['--title', 'SESSION summary', '--tag', 'x', '--tag', 'y', '--body', 'ONE line.\nTwo lines.']
    expect(await ask([...note, ...cased])).toMatchObject({ id: 'session-summary', created: false })
    expect(recordFiles(root)).toHaveLength(1)
  })
})

describe('the body of memo upsert', () => {
  test('comes from a file, from stdin by name, and from stdin when something stands there', async () => {
    const { ask, cwd } = await makeCliVault()
    writeFileSync(join(cwd, 'body.md'), '\ufeff# Über\n\ntext\n')
    await ask([...note, '--id', 'file', '--body-file', 'body.md'])
    await ask([...note, '--id', 'dash', '--body-file', '-'], { stdin: 'by name\n' })
    await ask([...note, '--id', 'body-dash', '--body', '-'], { stdin: 'by name too\n' })
    await ask([...note, '--id', 'pipe'], { stdin: 'from a pipe' })
    const { records } = await ask(['get', 'file', 'dash', 'body-dash', 'pipe', ...project])
    expect(records).toMatchObject([
      { body: '# Über\n\ntext', title: 'Über' },
      { body: 'by name' },
      { body: 'by name too' },
      { body: 'from a pipe' },
    ])
  })

  test('B157 an open pipe that nobody writes to stops nothing', async () => {
    const vault = await makeCliVault()
    await vault.ask([...note, '--id', 'n', '--body', 'Text.'])
    const calls = [
      ['--version'],
      ['search', 'text', ...project],
      ['get', 'n', ...project],
      [...note, '--title', 't', '--body', 'b'],
      ['upsert', '--id', 'n', '--tag', 'x', ...project],
    ]
    for (const args of calls) {
      const { child, ended } = startMemo(vault, args, 'pipe')
      expect((await ended).status, args.join(' ')).toBe(0)
      child.stdin?.destroy()
    }
    const { records } = await vault.ask(['get', 'n', ...project])
    expect(records).toMatchObject([{ body: 'Text.', tags: ['x'] }])
  })

  test('B157 a slow writer is waited for where stdin was asked for', async () => {
    const vault = await makeCliVault()
    const args = [...note, '--id', 'slow', '--body-file', '-']
    const { child, ended } = startMemo(vault, args, 'pipe')
    setTimeout(() => child.stdin?.end('at last'), 900)
    await ended
    expect((await vault.ask(['get', 'slow', ...project])).records).toMatchObject([{ body: 'at last' }])
  })
})
