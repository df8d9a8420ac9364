/** Long records: the one that answers in one place stands before those that scatter the words, and the snippet shows where. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Candidate } from '../../src/retrieval/candidate.ts'
import type { Fate } from '../../src/retrieval/fate.ts'
import { toTextScores } from '../../src/retrieval/stages/text-score.ts'
import { getRecords } from '../../src/vault/reading/get.ts'
import type { Vault } from '../../src/vault/vault.ts'
import { find, findIds } from '../support/search-vault.ts'
import { makeVault, project, put } from '../support/vault.ts'

const words = ['lantern', 'harbour', 'permit', 'renewal']
const padding = (n: number) =>
  Array.from({ length: 12 }, (_, at) => `Matter ${(n * 7 + at) % 90} goes on as agreed before.`).join(' ')

function sections(count: number, extra: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => `## Part ${n}\n\n${padding(n)} ${extra(n)}`).join('\n\n')
}

const answer = 'The lantern permit of the harbour is due for renewal in May.'

/** One record that answers in its part 17, and twenty that hold each word twice, each time in another part. */
async function withLongRecords(): Promise<Vault> {
  const { vault } = await makeVault()
  for (let n = 0; n < 20; n++) {
    const scattered = sections(30, (part) =>
      part % 3 === 0 ? `Some ${words[(part / 3 + n) % words.length]} too.` : '',
    )
    await put(vault, { id: `scattered-${n}`, title: `Minutes ${n}`, body: scattered })
  }
  await put(vault, { id: 'answers', title: 'Minutes', body: sections(30, (part) => (part === 17 ? answer : '')) })
  return vault
}

describe('a question that one section answers', () => {
  test('finds the record with that section first, shows it, and says where it is', async () => {
    const vault = await withLongRecords()
    const { hits, trace } = await find(vault, 'lantern harbour permit renewal', { explain: true })
    const [hit] = hits
    expect(hit?.id).toBe('answers')
    expect(hit?.snippet).toContain('The lantern permit of the harbour')
    const arm = hit?.why?.arms.find(({ arm: name }) => name === 'passage')
    expect(arm).toMatchObject({ rank: 1, lines: [69, 72] })
    expect(trace?.arms.find(({ arm: name }) => name === 'passage')).toMatchObject({ ran: true, candidates: 21 })
    const [from, to] = hit?.lines ?? [0, 0]
    const input = { names: ['answers'], kind: undefined, project, cwd: vault.paths.root, session: undefined }
    const { records } = await getRecords(vault, { ...input, lines: { from, to } })
    expect(records[0]?.body).toContain(answer)
    expect(records[0]?.lines).toEqual([from, to])
  })

  test('says where it is of a record too that is followed and not on the page', async () => {
    const vault = await withLongRecords()
    const query = 'lantern harbour permit renewal'
    const [, other] = (await find(vault, query, { explain: true })).hits
    const key = Number(vault.projections.db.prepare('SELECT key FROM records WHERE id = ?').get(other?.id)?.key)
    const { watched } = (await find(vault, query, { limit: 1, watch: key })) as { watched?: Fate }
    expect(watched?.outcome).toBe('below_limit')
    expect(watched?.why?.arms).toEqual(other?.why?.arms)
    expect(JSON.stringify(watched)).not.toContain('"passage":')
  })

  test('keeps to operators and phrases', async () => {
    const vault = await withLongRecords()
    expect(await findIds(vault, '"harbour is due"')).toEqual(['answers'])
    expect(await findIds(vault, 'lantern NOT matter')).toEqual([])
  })

  test('follows an edit and a shorter body', async () => {
    const { vault } = await makeVault()
    const passages = () => vault.projections.db.prepare('SELECT count(*) AS n FROM passages_fts_docsize').get()?.n
    await put(vault, { id: 'long', body: sections(30, () => 'lantern') })
    expect(passages()).toBe(30)
    await put(vault, { id: 'long', body: sections(20, () => 'harbour') })
    expect(passages()).toBe(20)
    await put(vault, { id: 'long', body: 'permit' })
    expect(passages()).toBe(0)
  })
})

test('without a long record the arm does not run', async () => {
  const { vault } = await makeVault()
  await put(vault, { id: 'short', body: 'lantern' })
  const { trace } = await find(vault, 'lantern', { explain: true })
  expect(trace?.arms.find(({ arm }) => arm === 'passage')).toMatchObject({ ran: false })
})

describe('toTextScores', () => {
  const score = fc.double({ min: 0.1, max: 20, noNaN: true })
  const candidate = (whole: number, passage: number | undefined): Candidate => {
    const rank = { rank: 1, contribution: 0 }
    const passages = passage === undefined ? [] : [{ ...rank, arm: 'passage', raw: passage }]
    return { arms: [{ ...rank, arm: 'keyword', raw: whole }, ...passages] } as unknown as Candidate
  }

  test('being cut moves long records among themselves only', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(score, fc.option(score, { nil: undefined })), { minLength: 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (scores, blend) => {
          const candidates = scores.map(([whole, passage]) => candidate(whole, passage))
          const { partOf } = toTextScores(candidates, blend)
          const sum = ({ arms }: Candidate) =>
            arms.reduce((all, { arm, raw }) => all + (partOf(arm, arms) ?? 0) * raw, 0)
          let [before, after] = [0, 0]
          candidates.forEach((each, at) => {
            const [whole = 0, passage] = scores[at] ?? []
            if (passage === undefined) expect(sum(each)).toBe(whole)
            before += whole
            after += sum(each)
          })
          expect(after).toBeCloseTo(before, 6)
        },
      ),
    )
  })
})
