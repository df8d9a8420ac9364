/** What a line says of a record besides its title; only what is out of the ordinary. */
import { Age } from './age.tsx'

export interface FactsOf {
  kind: string
  projectId: string
  status: string
  updated: string
  hits: number
  occurrences: number
  severity?: string
  supersededBy?: string
  expired?: boolean
  flaggedStale?: boolean
}

export function Facts({ record }: { record: FactsOf }) {
  const { kind, projectId, updated } = record
  return (
    <span class="facts">
      <span class="kind" data-kind={kind}>
        {kind}
      </span>
      <span>{projectId}</span>
      <Age at={updated} />
      {toWords(record).map((word) => (
        <span key={word}>{word}</span>
      ))}
    </span>
  )
}

function toWords({ hits, occurrences, severity, status, supersededBy, expired, flaggedStale }: FactsOf): string[] {
  return [
    ...(hits > 0 ? [`used ${hits}×`] : []),
    ...(occurrences > 1 ? [`seen ${occurrences}×`] : []),
    ...(severity === undefined ? [] : [severity]),
    ...(status === 'active' ? [] : [status]),
    ...(supersededBy === undefined ? [] : [`by ${supersededBy}`]),
    ...(expired ? ['expired'] : []),
    ...(flaggedStale ? ['said to be stale'] : []),
  ]
}
