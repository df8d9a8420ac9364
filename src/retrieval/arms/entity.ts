/** Records that mention the names in the query, under whatever spelling; a name that few mention counts more. */
import type { RankedRow } from '../port.ts'
import { naming } from '../shared-numbers.ts'
import type { Arm, ArmInput } from './arm.ts'
import { keepDemanded } from './demanded.ts'

export const entityArm: Arm = {
  name: 'entity',
  route: (_query, _reader, named) => {
    const runs = named.length > 0
    return { runs, why: runs ? 'the query names what records mention' : 'the query names nothing that is known' }
  },
  rank: (input) => ({
    rows: rankEntities(input),
    matched: (record) => mentionedNames(input, record),
    detail: { names: input.named.map(({ name }) => name).join(', ') },
  }),
}

function mentionedNames({ named, reader }: ArmInput, record: number): string[] {
  return named.filter(({ key }) => reader.mentions(key).has(record)).map(({ name }) => name)
}

function rankEntities(input: ArmInput): RankedRow[] {
  const factors = input.named.map(({ key, mentions, isFirm }) => {
    return { key, factor: (isFirm ? 1 : naming.guess) / Math.log2(2 + mentions) }
  })
  return keepDemanded(input, input.reader.rankMentions(factors, input.scope, input.depth))
}
