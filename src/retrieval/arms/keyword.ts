/** The words of the query over all text columns: records that hold every term first, then those that hold any. */
import { toKeywordMatch } from '../match.ts'
import type { RankedRow } from '../port.ts'
import type { Arm, ArmInput } from './arm.ts'

export const keywordArm: Arm = {
  name: 'keyword',
  route: (query) => {
    const runs = toKeywordMatch(query) !== undefined
    return { runs, why: runs ? 'the query has terms' : 'the query has no terms' }
  },
  rank: ({ query, scope, reader, depth }: ArmInput): RankedRow[] => {
    const match = toKeywordMatch(query)
    if (match === undefined) return []
    const all = reader.rankKeyword(match.allTerms, scope, depth)
    if (all.length >= depth || match.anyTerm === match.allTerms) return all
    const found = new Set(all.map(({ key }) => key))
    const rest = reader.rankKeyword(match.anyTerm, scope, depth).filter(({ key }) => !found.has(key))
    return [...all, ...rest].slice(0, depth)
  },
}
