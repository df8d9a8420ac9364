/** Why a record stands where it does: the numbers that `memo search --explain` prints. */
import { toFourDigits } from '../../../lib/four-digits.ts'
import type { SearchResult } from '../../../vault/reading/search.ts'
import { ColumnNames } from '../column-names.tsx'

type Hit = SearchResult['hits'][number]

interface ExplainTableProps {
  why: NonNullable<Hit['why']>
  boosts: Hit['explain']
}

export function ExplainTable({ why, boosts }: ExplainTableProps) {
  return (
    <section class="explain" aria-label="Why it was found">
      <h3>Why it was found</h3>
      <table class="numbers">
        <ColumnNames names={['Ranker', 'Rank', 'Raw', 'Adds', 'Matched']} />
        <tbody>
          {why.arms.map(({ arm, rank, raw, contribution, terms = [] }) => (
            <tr key={arm}>
              <th scope="row">{arm}</th>
              <td>{rank}</td>
              <td>{toFourDigits(raw)}</td>
              <td>{toFourDigits(contribution)}</td>
              <td>{terms.join(', ')}</td>
            </tr>
          ))}
        </tbody>
        <tbody>
          {why.factors.map(({ stage, value }) => (
            <tr key={stage}>
              <th scope="row" colSpan={3}>
                {stage}
              </th>
              <td>× {toFourDigits(value)}</td>
              <td />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              score
            </th>
            <td>{toFourDigits(why.score)}</td>
            <td>{why.band}</td>
          </tr>
        </tfoot>
      </table>
      {boosts !== undefined && (
        <p class="soft small boosts">
          {Object.entries(boosts)
            .map(([name, value]) => `${name} ${value}`)
            .join(', ')}
        </p>
      )}
    </section>
  )
}
