/** What the search did: its rankers and stages, with the numbers that `memo search --explain` prints. */
import { toFourDigits } from '../../../lib/four-digits.ts'
import type { SearchResult } from '../../../vault/reading/search.ts'
import { ColumnNames } from '../column-names.tsx'

export function TraceView({ trace }: { trace: NonNullable<SearchResult['trace']> }) {
  const { arms, stages, cutoff } = trace
  return (
    <details class="trace">
      <summary>What this search did</summary>
      <table class="numbers">
        <ColumnNames names={['Ranker', 'Found', 'ms', 'Why']} />
        <tbody>
          {arms.map(({ arm, ran, candidates, ms, why }) => (
            <tr key={arm}>
              <th scope="row">{arm}</th>
              <td>{ran ? candidates : '–'}</td>
              <td>{ran ? toFourDigits(ms) : '–'}</td>
              <td>{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ol class="stages small">
        {stages.map(({ stage, in: before, out, detail = {} }) => (
          <li key={stage}>
            {stage}: {before} → {out} <span class="soft">{toDetail(detail)}</span>
          </li>
        ))}
      </ol>
      {cutoff !== undefined && (
        <p class="small soft">
          Ends before place {cutoff.position + 1}: {cutoff.kind}
        </p>
      )}
    </details>
  )
}

function toDetail(detail: { readonly [name: string]: string | number }): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === 'number' ? toFourDigits(value) : value}`)
    .join(', ')
}
