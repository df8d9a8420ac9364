import { describe, expect, test } from 'vitest'
import { noNarrowing } from '../../../src/record/narrowing.ts'
import { type RecallInput, recallRecords, toPack } from '../../../src/vault/reading/recall.ts'
import { closeVault, type Vault } from '../../../src/vault/vault.ts'
import { toRecordDraft } from '../../../src/vault/writing/record-draft.ts'
import { upsertRecord } from '../../../src/vault/writing/upsert.ts'
import { allEvents } from '../../support/inspect.ts'
import { makeVault, project, put } from '../../support/vault.ts'

function recall(vault: Vault, query: string, input: Partial<RecallInput> = {}) {
  return recallRecords(vault, {
    ...{ query, kinds: undefined, statuses: undefined, ...noNarrowing, asOf: undefined },
    ...{ includeScratch: false, includeExpired: false, projects: [project], allProjects: false, limit: 50, offset: 0 },
    ...{ scan: 'none', cwd: vault.paths.root, budget: 16_000, ...input },
  })
}

describe('recall', () => {
  test('quotes what it tells, so that no stored text stands as its own', async () => {
    const { vault } = await makeVault()
    await put(vault, {
      ...{ id: 'herd', kind: 'trap', title: 'Retries stampede' },
      body: '# Why\r\n\r\n```\n### not ours\n```\nJitter is missing.\x1b[2J\u202e\n\n',
    })
    const result = await recall(vault, 'stampede')
    expect(toPack(result.entries)).toBe(
      [
        '### herd (trap, 0 s ago)\n',
        '> Retries stampede\n>\n> # Why\n>\n> ```\n> ### not ours\n> ```\n> Jitter is missing.\\x1b[2J\\u202e\n\n',
      ].join('\n'),
    )
    expect(result).toMatchObject({
      used: [...toPack(result.entries)].length,
      omitted: 0,
      nextTokens: 0,
      abstained: null,
    })
    closeVault(vault)
  })

  test('a long record is told in a line with its sections and its price, those behind it in full', async () => {
    const { vault } = await makeVault()
    const body = `# Stampede stampede\n\nAll at once. More.\n\n## Jitter\n\n${'Stampede of retries. '.repeat(40)}`
    await put(vault, { id: 'long', title: 'Stampede', body })
    await put(vault, { id: 'short', title: 'Short', body: 'A stampede.' })
    const { entries, nextTokens } = await recall(vault, 'stampede', { budget: 400 })
    expect(entries).toMatchObject([
      { id: 'long', tier: 'line' },
      { id: 'short', tier: 'full' },
    ])
    expect(entries[0]?.text).toMatch(
      /^- long \(note, 0 s ago\): Stampede – All at once\. \[sections: Stampede stampede; Jitter · about \d+ tokens\]$/,
    )
    expect(entries[0]?.text).toContain(`about ${nextTokens} tokens`)
    closeVault(vault)
  })

  test('tells at most two records about one entity in full', async () => {
    const { vault } = await makeVault()
    for (const id of ['a', 'b', 'c', 'd']) {
      await put(vault, { id, title: `Queue ${id}`, body: `The queue of ${id}.`, entities: ['Redis'] })
    }
    await put(vault, { id: 'e', title: 'Other', body: 'The queue of e.', entities: ['SQLite'] })
    const { entries } = await recall(vault, 'queue')
    const tiers = Object.fromEntries(entries.map(({ id, tier }) => [id, tier]))
    expect(Object.values(tiers).toSorted()).toEqual(['full', 'full', 'full', 'line', 'line'])
    expect(tiers.e).toBe('full')
    closeVault(vault)
  })

  test('counts no use, and follows the scope of a search', async () => {
    const { vault } = await makeVault()
    await put(vault, { id: 'trap', kind: 'trap', title: 'Jitter', body: 'Add jitter.' })
    await put(vault, { id: 'note', title: 'Jitter too', body: 'Jitter is noise.' })
    const { entries } = await recall(vault, 'jitter', { kinds: ['trap'] })
    expect(entries.map(({ id }) => id)).toEqual(['trap'])
    expect(allEvents(vault).filter(({ type }) => type === 'record.hit')).toEqual([])
    expect(await recall(vault, 'unheard')).toMatchObject({
      ...{ entries: [], omitted: 0, used: 0, tokens: 0, nextTokens: 0, abstained: { reason: 'never_known' } },
    })
    closeVault(vault)
  })

  test('names the project where there are several', async () => {
    const { vault } = await makeVault()
    const draft = (body: string) => toRecordDraft('one', { kind: 'note', title: 'One', body }, vault.config.limits)
    for (const named of ['acme', 'shop']) {
      await upsertRecord(vault, draft(`Jitter of ${named}.`), { project: named, cwd: vault.paths.root })
    }
    const everywhere = { allProjects: true, project: undefined }
    const starts = async (input: Partial<RecallInput>) =>
      (await recall(vault, 'jitter', input)).entries.map(({ text }) => text.split(' (')[0]).toSorted()
    expect(await starts(everywhere)).toEqual(['### acme/one', '### shop/one'])
    expect(await starts({})).toEqual(['### one'])
    closeVault(vault)
  })

  test('B142: an answer over many long records keeps its budget, and says what it left out', async () => {
    const { vault } = await makeVault()
    for (let n = 0; n < 60; n++) {
      const body = `${n} words on permission. ${'Permission 部署 🚀 once more. '.repeat(150)}`
      await put(vault, { id: `n${n}`, title: `Permission of ${n} ${'and more '.repeat(n)}`, body })
    }
    for (const budget of [1, 50, 1000, 4000, 16_000]) {
      const { entries, omitted, used, truncated } = await recall(vault, 'permission', { budget })
      expect([...toPack(entries)]).toHaveLength(used)
      expect(used).toBeLessThanOrEqual(budget)
      expect(entries.length + omitted).toBe(50)
      expect(truncated).toBe(10)
    }
    const { entries } = await recall(vault, 'permission', { limit: 60 })
    expect(entries.filter(({ tier }) => tier === 'full').length).toBeGreaterThan(0)
    closeVault(vault)
  })
})
