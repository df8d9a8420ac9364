/** The records of the drawing with the most links, as a list. */
import type { GraphResult } from '../../../vault/reading/graph.ts'
import { RecordLink } from '../record-link.tsx'

const mostListed = 100

export function MostLinked({ nodes }: { nodes: GraphResult['nodes'] }) {
  const linked = nodes.filter(({ degree }) => degree > 0).slice(0, mostListed)
  return (
    <section class="pane" aria-label="Most linked records">
      <h2 class="bar-name">Most linked</h2>
      {linked.length === 0 && <p class="soft">No record names another one.</p>}
      <ol class="plain linked">
        {linked.map(({ projectId, id, title, kind, degree }) => (
          <li key={`${projectId}/${id}`}>
            <RecordLink {...{ projectId, id, title, kind }} /> <span class="count small">{degree}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
