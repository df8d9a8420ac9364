/**
 * Nearness in meaning of the records' texts to the query, by vectors of a model. It lifts what the words found, and finds
 * what says it in other words.
 */
import { centredCosines } from '../../lib/text-vector.ts'
import { shareScores } from '../conversation.ts'
import type { Meaning, RankedRow } from '../port.ts'
import { semantic } from '../shared-numbers.ts'
import type { Arm, ArmInput, ArmResult } from './arm.ts'
import { byRaw } from './by-raw.ts'
import { keepDemandedKeys } from './demanded.ts'

export const semanticArm: Arm = {
  name: 'semantic',
  route: (_query, _reader, _named, meaning) =>
    meaning === undefined
      ? { runs: false, why: 'no model was asked', isUnable: true }
      : { runs: true, why: `${meaning.model} was asked what the query means` },
  rank: (input) => (input.meaning === undefined ? { rows: [] } : rankByMeaning(input, input.meaning)),
}

/** All that was found before is ranked too, so the list may be longer than `depth`. */
function rankByMeaning(input: ArmInput, meaning: Meaning): ArmResult {
  const { texts, embedded, keys, nearest } = input.reader.scanVectors(meaning, input.scope, input.depth)
  if (embedded < semantic.coverage * texts) {
    return { rows: [], degraded: `${embedded} of ${texts} texts in scope have a vector of ${meaning.model}` }
  }
  const rows = toRows(input, toRaws(input, meaning, keepDemandedKeys(input, keys)))
  return { rows: shareAmongTurns(input, rows).sort(byRaw), vouches: nearest >= floorOf(meaning) + semantic.vouching }
}

/** Of what was found before, and of what no word led to if it is near enough; the mean is that of all looked at. */
function toRaws({ reader, found }: ArmInput, meaning: Meaning, keys: readonly number[]): Map<number, number> {
  const known = new Set(found.map(({ key }) => key))
  const vectors = [...reader.nearestVectors(meaning, [...new Set([...known, ...keys])])]
  const cosines = centredCosines(
    meaning.vector,
    vectors.map(([, vector]) => vector),
  )
  const floor = floorOf(meaning)
  const raws = vectors.map(([key], at) => [key, Math.max(0, cosines[at] ?? 0)] as const)
  return new Map(raws.filter(([key], at) => known.has(key) || dot(meaning.vector, vectors[at]?.[1]) >= floor))
}

function floorOf({ model }: Meaning): number {
  const [provider = ''] = model.split(':')
  return semantic.floors[provider] ?? semantic.floor
}

function dot(a: Float32Array, b: Float32Array | undefined): number {
  return a.reduce((sum, number, i) => sum + number * (b?.[i] ?? 0), 0)
}

function toRows({ reader, found }: ArmInput, raws: ReadonlyMap<number, number>): RankedRow[] {
  const known = new Set(found.map(({ key }) => key))
  const rows = [...found, ...reader.ranked([...raws.keys()].filter((key) => !known.has(key)))]
  return rows.flatMap((row) => {
    const raw = raws.get(row.key)
    return raw === undefined ? [] : [{ ...row, raw }]
  })
}

/** A turn is as near as it and its neighbours are on average; the nearest neighbours count most. */
function shareAmongTurns({ reader, scope, query }: ArmInput, rows: RankedRow[]): RankedRow[] {
  const conversations = rows.filter(({ kind }) => kind === 'conversation').map(({ key }) => key)
  const turns = query.strict || conversations.length === 0 ? [] : reader.turnsAround(conversations, scope)
  if (turns.length === 0) return rows
  const own = new Map(rows.map(({ key, raw }) => [key, raw]))
  const shared = shareScores(turns, own, semantic.neighbours)
  const whole = 1 + 2 * semantic.neighbours.reduce((sum, weight) => sum + weight, 0)
  const inSession = new Set(turns.map(({ key }) => key))
  return rows.map((row) => (inSession.has(row.key) ? { ...row, raw: (shared.get(row.key) ?? 0) / whole } : row))
}
