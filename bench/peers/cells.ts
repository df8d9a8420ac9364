/** What the page compares: each measure of each corpus and set, as a number of every program that has it. */
import type { PeerQuality, SetQuality } from './quality.ts'
import type { CorpusResult } from './results.ts'
import type { PeerCosts, Work } from './runner.ts'

export interface Row {
  measure: string
  /** As the table has it, below the row that it goes on from. */
  label: string
  /** As it is called away from the table. */
  name: string
  /** By the name of the program; undefined where it has none. */
  values: ReadonlyMap<string, number | undefined>
  /** Where more is better. */
  isGain: boolean
  /** Written beside the number. */
  spread: ReadonlyMap<string, readonly [number, number]>
}

interface Measure {
  id: string
  label: string
  name: string
  work?: Work
  of(costs: PeerCosts): number | undefined
}

const labels: readonly (readonly [Work, string])[] = [
  ['cold', 'cold search'],
  ['warm', 'warm search'],
  ['load', 'taking the documents in'],
  ['rebuild', 'the index anew'],
  ['refresh', 'a look for changes, none there'],
]

const measures: readonly Measure[] = [
  ...labels.flatMap(([work, label]): Measure[] => [
    { id: work, name: label, label: `${label}, ms`, work, of: ({ works }) => works[work]?.wall.median },
    {
      id: `${work}-cpu`,
      name: `${label} (processor)`,
      label: '… of the processor, ms',
      of: ({ works }) => works[work]?.cpuMs,
    },
    {
      id: `${work}-memory`,
      name: `${label} (memory)`,
      label: '… memory, MB',
      of: ({ works }) => works[work]?.memoryMb,
    },
  ]),
  { id: 'index', name: 'index on disk', label: 'index on disk, MB', of: ({ indexMb }) => indexMb },
  { id: 'disk', name: 'all that it keeps', label: 'all that it keeps, MB', of: ({ diskMb }) => diskMb },
]

export function costRows({ peers }: CorpusResult): Row[] {
  return measures.map(({ id, name: called, label, work, of }) => ({
    ...{ measure: id, name: called, label, isGain: false },
    values: new Map(peers.map((costs) => [costs.name, of(costs)])),
    spread: new Map(
      peers.flatMap(({ name, works }) => {
        const measured = work === undefined ? undefined : works[work]
        return measured === undefined || measured.wall.runs < 2 ? [] : [[name, measured.wall.quartiles] as const]
      }),
    ),
  }))
}

const qualities = [
  ['ndcg10', 'nDCG@10'],
  ['recall10', 'recall@10'],
  ['mrr', 'MRR'],
] as const

export function qualityRows({ name, peers }: SetQuality): Row[] {
  const row = (measure: string, label: string, of: (peer: PeerQuality) => number | undefined): Row => ({
    ...{ measure, name: label, label: `${name} ${label}`, isGain: measure !== 'empty', spread: new Map() },
    values: new Map(peers.map((peer) => [peer.name, of(peer)])),
  })
  return [
    ...qualities.map(([id, label]) => row(id, label, (peer) => peer[id])),
    row('empty', 'found nothing', ({ empty, reason }) => (reason === undefined ? empty : undefined)),
  ]
}

/** Of memo to the other: below 1 it costs less, or of a gain it is less good. */
export function ratioOf({ values }: Row, peer: string): number | undefined {
  const [mine, theirs] = [values.get('memo'), values.get(peer)]
  return mine === undefined || !theirs ? undefined : mine / theirs
}

export function isBehind(row: Row, peer: string): boolean {
  const ratio = ratioOf(row, peer)
  if (ratio === undefined || row.measure === 'empty') return false
  // To the digits that the page shows.
  return row.isGain ? ratio < 0.995 : ratio >= 1.05
}
