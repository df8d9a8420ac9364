/** How near a record's words are in meaning to those of the query: it lifts, among what was found, what says it otherwise. */
import { centredCosines, toTextVector } from '../../lib/text-vector.ts'
import type { Arm } from './arm.ts'
import { byRaw } from './by-raw.ts'

export const wordsArm: Arm = {
  name: 'words',
  isPrior: true,
  route: ({ text, strict }) => {
    if (strict) return { runs: false, why: 'the query says by operators or phrases what it wants' }
    const runs = /[a-z]{2}/i.test(text)
    return { runs, why: runs ? 'the query holds words' : 'the query holds no English word' }
  },
  rank: ({ query, reader, found, depth }) => {
    const wanted = toTextVector(query.text)
    const vectors = wanted === undefined ? new Map<number, Int8Array>() : reader.vectors(found.map(({ key }) => key))
    const rows = found.filter(({ key }) => vectors.has(key))
    if (wanted === undefined || rows.length < 2) return { rows: [] }
    const cosines = centredCosines(
      wanted,
      rows.map(({ key }) => vectors.get(key) ?? wanted),
    )
    const near = rows.map((row, index) => ({ ...row, raw: cosines[index] ?? 0 })).filter(({ raw }) => raw > 0)
    return { rows: near.sort(byRaw).slice(0, depth) }
  },
}
