/** Links around a record, as the index has them. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendAndFold } from '../../../src/vault/append.ts'
import { relatedRecords, traverseRecords } from '../../../src/vault/reading/related.ts'
import { write } from '../../../src/vault/refresh.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { lawTimeoutMs, runs } from '../../support/runs.ts'
import { find } from '../../support/search-vault.ts'
import { makeVault, project, put } from '../../support/vault.ts'

const related = (vault: Vault, name: string, limit = 10) =>
  relatedRecords(vault, { name, project, cwd: vault.paths.root, limit })

const ids = (linked: readonly { id: string }[]): string[] => linked.map(({ id }) => id)

async function change(vault: Vault, type: 'record.forgotten' | 'record.archived', id: string): Promise<void> {
  await write(vault, { label: 'test' }, () => appendAndFold(vault, [{ actor: 'cli', type, data: { project, id } }]))
}

describe('related', () => {
  test('links of the text, declared ones, supersessions and evidence, each neighbour once', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'old', title: 'Old', body: 'Was so.' })
    await put(vault, { id: 'source', title: 'Source', body: 'It was seen.' })
    await put(vault, {
      ...{
        id: 'new',
        kind: 'fact',
        title: 'New',
        body: 'Is so; see [[source|that]] and [[source#Why]], not `[[code]]`.',
      },
      ...{ supersedes: 'old', evidence: ['source'], links: [{ type: 'relates', target: 'source' }] },
    })
    const { record, out, total } = await related(vault, 'new')
    expect(record).toEqual({ id: 'new', projectId: project, kind: 'fact', status: 'active', title: 'New' })
    expect(out).toEqual([
      {
        ...{ projectId: project, id: 'source', kind: 'note', status: 'active', title: 'Source' },
        types: ['evidence', 'mentions', 'relates'],
      },
      { ...{ projectId: project, id: 'old', kind: 'note', status: 'superseded', title: 'Old' }, types: ['supersedes'] },
    ])
    expect(total).toEqual({ out: 2, in: 0 })
    expect((await related(vault, 'old')).in).toMatchObject([{ id: 'new', types: ['supersedes'] }])
    await put(vault, { id: 'new', kind: 'fact', evidence: ['old'] })
    expect((await related(vault, 'source')).in).toMatchObject([{ id: 'new', types: ['mentions', 'relates'] }])
    closeVault(vault)
  })

  test('goes across projects; a record is no neighbour of itself', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'here', body: 'See [[here]], [[shop/there]] and [[there]].' })
    const { out, in: inward, dangling } = await related(vault, 'here')
    expect(out.map(({ projectId, id, dangling: lost }) => [projectId, id, lost])).toEqual([
      [project, 'there', true],
      ['shop', 'there', true],
    ])
    expect(inward).toEqual([])
    expect(dangling).toBe(2)
    closeVault(vault)
  })

  test('an archived record is marked, a forgotten one counted, and a name that never was one told', async () => {
    const { vault } = await makeVault()
    for (const id of ['kept', 'closed', 'secret']) await put(vault, { id, body: `About ${id}: [[hub]].` })
    await put(vault, { id: 'hub', title: 'Hub', body: '[[kept]] [[closed]] [[secret]] [[never]]' })
    await change(vault, 'record.archived', 'closed')
    await change(vault, 'record.forgotten', 'secret')
    const { out, in: inward, total, dangling } = await related(vault, 'hub')
    expect(out).toMatchObject([{ id: 'kept' }, { id: 'closed', status: 'archived' }, { id: 'never', dangling: true }])
    expect(ids(inward)).toEqual(['kept', 'closed'])
    expect({ total, dangling }).toEqual({ total: { out: 3, in: 2 }, dangling: 2 })
    expect(JSON.stringify(await related(vault, 'hub'))).not.toContain('secret')
    closeVault(vault)
  })

  test('shows so many in each direction, the latest first, and says how many there are', async () => {
    const { vault, ports } = await makeVault()
    await put(vault, { id: 'hub', body: 'Hub.' })
    for (let n = 10; n < 25; n++) {
      ports.advance(1000)
      await put(vault, { id: `n${n}`, body: 'See [[hub]].' })
    }
    const { in: inward, total } = await related(vault, 'hub')
    expect(ids(inward)).toEqual(['n24', 'n23', 'n22', 'n21', 'n20', 'n19', 'n18', 'n17', 'n16', 'n15'])
    expect(total.in).toBe(15)
    expect((await related(vault, 'hub', 100)).in).toHaveLength(15)
    const [hit] = (await find(vault, 'hub', { expandLinks: true })).hits.filter(({ id }) => id === 'hub')
    expect(hit?.links).toMatchObject({ in: { length: 10 }, total: { out: 0, in: 15 } })
    const walk = await traverseRecords(vault, { name: 'hub', project, cwd: vault.paths.root, depth: 1, limit: 60 })
    expect(walk).toMatchObject({ nodes: { length: 10 }, truncated: true })
    closeVault(vault)
  })

  test('throws for a name that is no record, or several', async () => {
    const { vault } = await makeVault()
    for (const id of ['one-a', 'one-b']) await put(vault, { id, body: `Text of ${id}.` })
    await expect(related(vault, 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(related(vault, 'one')).rejects.toMatchObject({ code: 'AMBIGUOUS' })
    closeVault(vault)
  })

  test('what a record says of another is what that one says back', { timeout: lawTimeoutMs }, async () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd')
    const edit = fc.record({ id: name, targets: fc.array(name, { maxLength: 3 }), forget: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const { vault } = await makeVault()
        const texts = new Map<string, string[]>()
        for (const { id, targets, forget } of edits) {
          if (forget && texts.delete(id)) await change(vault, 'record.forgotten', id)
          else {
            await put(vault, {
              id,
              title: id,
              body: `I am ${id}. ${targets.map((target) => `[[${target}]]`).join(' ')}`,
            })
            texts.set(id, targets)
          }
        }
        for (const id of texts.keys()) {
          const { out, in: inward } = await related(vault, id)
          const named = new Set(texts.get(id)?.filter((target) => target !== id && texts.has(target)))
          const naming = [...texts].filter(([other, targets]) => other !== id && targets.includes(id))
          expect(new Set(ids(out.filter(({ dangling }) => !dangling)))).toEqual(named)
          expect(ids(inward).toSorted()).toEqual(naming.map(([other]) => other).toSorted())
        }
        closeVault(vault)
      }),
      runs(6),
    )
  })
})

test('a walk goes round a circle once, both ways along links, and not on from a name that is not there', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'a', title: 'A', body: 'See [[b]].' })
  await put(vault, { id: 'b', title: 'B', body: 'See [[c]] and [[lost]].' })
  await put(vault, { id: 'c', title: 'C', body: 'See [[a]].' })
  await put(vault, { id: 'd', title: 'D', body: 'See [[lost]] and [[c]].' })
  const walk = async (depth: number) => {
    const { nodes } = await traverseRecords(vault, { name: 'a', project, cwd: vault.paths.root, depth, limit: 60 })
    return nodes.map(({ id, depth: steps, via }) => `${steps} ${via.id} ${via.direction} ${id}`)
  }
  expect(await walk(1)).toEqual(['1 a out b', '1 a in c'])
  expect(await walk(2)).toEqual(['1 a out b', '1 a in c', '2 b out lost', '2 c in d'])
  expect(await walk(3)).toEqual(await walk(2))
  closeVault(vault)
})
