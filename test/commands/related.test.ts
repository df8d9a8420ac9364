import { describe, expect, test } from 'vitest'
import { type CliVault, makeCliVault, toLines } from '../support/cli-vault.ts'

const records = [
  { id: 'herd', kind: 'trap', title: 'Stampede', body: 'See [[redis|it]], [[shop/cart]] and [[lost\x1bc]].' },
  { id: 'redis', kind: 'decision', title: 'Use Redis\x1b[2J', body: 'The queue.' },
  { id: 'sqlite', kind: 'decision', title: 'Use SQLite', body: 'The queue.', supersedes: 'redis' },
  { id: 'cart', kind: 'note', title: 'Cart', body: 'A cart.', project: 'shop' },
]

async function fill(): Promise<CliVault> {
  const vault = await makeCliVault()
  await vault.ask(['project', 'bind', 'acme'])
  await vault.ask(['upsert', '--batch', '-'], { stdin: toLines(records) })
  return vault
}

describe('links', () => {
  test('memo related names both directions, what is closed and what is not there', async () => {
    const { memo } = await fill()
    const { stdout, stderr, status } = await memo(['related', 'herd'])
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout.split('\n')).toEqual([
      'trap herd  Stampede',
      'Links to (3):',
      '  note shop/cart  Cart  (mentions)',
      '  decision redis  Use Redis\\x1b[2J  [superseded]  (mentions)',
      '  lost\\x1bc  [not there]  (mentions)',
      '1 that it links to is not there.',
      expect.stringMatching(/^About \d+ tokens\.$/),
      '',
    ])
    expect((await memo(['related', 'redis', '--limit', '1'])).stdout).toContain('Linked from (2):\n')
    expect((await memo(['related', 'cart', '--project', 'shop'])).stdout).toContain(
      '  trap acme/herd  Stampede  (mentions)',
    )
    expect((await memo(['related', 'nothing'])).status).toBe(1)
  })

  test('memo traverse shows each record once, below the step that led there', async () => {
    const { memo } = await fill()
    const { stdout } = await memo(['traverse', 'sqlite', '--depth', '3'])
    expect(stdout.split('\n')).toEqual([
      'decision sqlite  Use SQLite',
      '  -> decision redis  Use Redis\\x1b[2J  [superseded]  (supersedes)',
      '    <- trap herd  Stampede  (mentions) from redis',
      '      -> note shop/cart  Cart  (mentions) from herd',
      '      -> lost\\x1bc  [not there]  (mentions) from herd',
      expect.stringMatching(/^About \d+ tokens\.$/),
      '',
    ])
    expect((await memo(['traverse', 'herd', '--limit', '1'])).stdout).toContain('There are more')
  })

  test('memo search --expand-links says it of each hit', async () => {
    const { memo, ask } = await fill()
    expect((await memo(['search', 'stampede', '--expand-links'])).stdout).toContain(
      '    -> note shop/cart  Cart  (mentions)\n',
    )
    const { hits } = await ask(['search', 'stampede', '--expand-links'])
    expect(hits).toMatchObject([
      { id: 'herd', links: { out: { length: 3 }, in: [], total: { out: 3, in: 0 }, dangling: 1 } },
    ])
    const plain = (await ask(['search', 'stampede'])).hits as object[]
    expect(plain[0]).not.toHaveProperty('links')
  })

  test('the lines of a hit are those that memo get --lines prints', async () => {
    const { ask } = await makeCliVault()
    const body = `${'Filler line.\n'.repeat(40)}The needle\nis here.\n${'Filler line.\n'.repeat(40)}`
    await ask(['upsert', '--id', 'hay', '--kind', 'note', '--title', 'Hay', '--project', 'acme', '--body', body])
    const [hit] = (await ask(['search', 'needle', '--project', 'acme'])).hits as {
      lines: number[]
      snippet: string
      filepath: string
    }[]
    const got = await ask(['get', hit?.filepath ?? '', '--lines', hit?.lines.join('-') ?? ''])
    const [record] = got.records as { body: string; lines: number[] }[]
    expect(record?.lines).toEqual(hit?.lines)
    expect(record?.body.replace(/\n/g, ' ')).toContain(hit?.snippet.replace(/…/g, ''))
    expect(got.tokens).toBeGreaterThan(0)
  })
})
