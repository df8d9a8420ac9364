/**
 * The parts of `npm run bench:peers` that need none of the programs: their answers, recorded over three documents of
 * which two speak of a retry, and the page that is made of the figures.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { summarise } from '../../bench/measure.ts'
import { costRows, isBehind, qualityRows, ratioOf } from '../../bench/peers/cells.ts'
import { readClaudeMem } from '../../bench/peers/claude-mem.ts'
import { readClawVault } from '../../bench/peers/clawvault.ts'
import { readApplied, readMemhtml } from '../../bench/peers/memhtml.ts'
import { readMemo } from '../../bench/peers/memo.ts'
import { toPage } from '../../bench/peers/page.ts'
import { readQmd } from '../../bench/peers/qmd.ts'
import { readRecoll } from '../../bench/peers/recoll.ts'
import type { CorpusResult, Results } from '../../bench/peers/results.ts'
import { readRipgrep } from '../../bench/peers/ripgrep.ts'
import type { PeerCosts } from '../../bench/peers/runner.ts'

const recorded = (name: string): string =>
  readFileSync(new URL(`../fixtures/peers/${name}.txt`, import.meta.url), 'utf8')

describe('what the programs answer', () => {
  const readers = [
    ['memo', readMemo, ['d00001', 'd00003']],
    ['qmd', readQmd, ['d00001', 'd00003']],
    ['claude-mem', readClaudeMem, [3, 1]],
    ['clawvault', readClawVault, ['d00003', 'd00001']],
    ['recoll', readRecoll, ['d00001', 'd00003']],
  ] as const

  test.each(readers)('%s: in its order', (name, read, names) => {
    expect(read(recorded(name))).toEqual(names)
  })

  test.each(readers)('%s: nothing found', (name, read) => {
    expect(read(recorded(`${name}-none`))).toEqual([])
  })

  test('memhtml names a document by the path that it gave it', () => {
    const paths = readApplied(recorded('memhtml-apply'))
    expect(readMemhtml(recorded('memhtml')).map((path) => paths.indexOf(path))).toEqual([2, 0, 1])
  })

  test('ripgrep lists files', () => {
    expect(readRipgrep(recorded('ripgrep'))).toEqual(['d00001', 'd00003'])
  })
})

function costs(name: string, ms: number, diskMb: number): PeerCosts {
  const wall = summarise('wall', [ms - 1, ms, ms + 1])
  return { name, works: { cold: { wall, cpuMs: ms / 2, memoryMb: 60 } }, diskMb, failures: [] }
}

const corpus: CorpusResult = {
  ...{ name: 'READMEs', what: 'some files', documents: 3, megabytes: 0.012, sha256: '' },
  peers: [
    costs('memo', 100, 4),
    costs('recoll', 25, 8),
    { name: 'qmd', works: {}, failures: [{ work: 'load', reason: 'no disk' }] },
  ],
}

describe('the table', () => {
  const row = (measure: string) => costRows(corpus).find((each) => each.measure === measure)

  test('tells what memo has of what the other one has', () => {
    const [cold, disk] = [row('cold'), row('disk')]
    expect(cold && [ratioOf(cold, 'recoll'), isBehind(cold, 'recoll')]).toEqual([4, true])
    expect(disk && [ratioOf(disk, 'recoll'), isBehind(disk, 'recoll')]).toEqual([0.5, false])
  })

  test('compares nothing with a program that has no figure', () => {
    const cold = row('cold')
    expect(cold && [ratioOf(cold, 'qmd'), isBehind(cold, 'qmd')]).toEqual([undefined, false])
  })

  test('of a gain, less is behind', () => {
    const peers = [
      { name: 'memo', ndcg10: 0.5, recall10: 0.6, mrr: 0.4, empty: 0, failed: 0 },
      { name: 'qmd', ndcg10: 0.25, recall10: 0.8, mrr: 0.4, empty: 3, failed: 0 },
    ]
    const rows = qualityRows({ name: 'set', queries: 4, documents: 4, peers })
    expect(rows.map((each) => isBehind(each, 'qmd'))).toEqual([false, true, false, false])
  })
})

test('the page says what could not be had and what failed', () => {
  const results: Results = {
    machine: { node: 'v24', cpu: 'some', cores: 2, memoryGb: 4 },
    ...{
      quick: true,
      rounds: { loads: 1, refreshes: 3, cold: 8, warm: 24 },
      limits: { queries: 20, corpora: 1, documents: 1000 },
    },
    peers: [
      { name: 'memo', source: 'here', differences: [], version: '1', installedMb: 30 },
      { name: 'recoll', source: 'Debian', differences: ['native code'], version: '2', installedMb: 8 },
      { name: 'qmd', source: 'npm', differences: [], version: '3', installedMb: 200 },
      { name: 'ClawVault', source: 'npm', differences: [], failed: 'no network' },
    ],
    corpora: [corpus],
    quality: [{ name: 'scifact', skipped: 'absent', peers: [] }],
  }
  const page = toPage(results)
  expect(page).toContain('| ClawVault | npm | not here: no network | – |')
  expect(page).toContain('- qmd failed at `load`: no disk')
  expect(page).toContain('| cold search, ms | 100 99–101 | 25 24–26 (4) | – |')
  expect(page).toContain('- **recoll**: cold search READMEs 4; cold search (processor) READMEs 4.')
  expect(page).toContain('Skipped: scifact (absent).')
  expect(page).toContain('a quick run')
})
