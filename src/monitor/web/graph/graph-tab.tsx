/** Records and the links between them, drawn; the same as a list, for who does not see or point. */
import type { GraphResult } from '../../../vault/reading/graph.ts'
import { MoreFilters } from '../more-filters.tsx'
import { RecordPane } from '../record/record-pane.tsx'
import type { Route } from '../route.ts'
import { useNavigation } from '../route-context.ts'
import { ScopeChoices } from '../scope-choices.tsx'
import { toScopeParameters } from '../scope-parameters.ts'
import { Trouble, Waiting } from '../trouble.tsx'
import { useAnswer } from '../use-answer.ts'
import { GraphCanvas } from './graph-canvas.tsx'
import { toGraphWords } from './graph-words.ts'
import { MostLinked } from './most-linked.tsx'

/** More than these a browser does not lay out while one waits, and nobody tells apart. */
const mostDrawn = 2000

export function GraphTab() {
  const { route, go } = useNavigation()
  const { answer, failure, again } = useAnswer<GraphResult>(toGraphPath(route))
  return (
    <div class={`split is-graph ${route.record === '' ? '' : 'is-open'}`}>
      <section class="graph" aria-label="Graph">
        <div class="bar">
          <ScopeChoices />
          <MoreFilters />
        </div>
        {failure !== undefined && <Trouble failure={failure} again={again} />}
        {failure === undefined && answer === undefined && <Waiting what="the graph" />}
        {failure === undefined && answer !== undefined && <Drawing answer={answer} />}
      </section>
      {route.record === '' ? (
        <MostLinked nodes={answer?.nodes ?? []} />
      ) : (
        <RecordPane close={() => go({ record: '' })} />
      )}
    </div>
  )
}

function Drawing({ answer }: { answer: GraphResult }) {
  const { nodes, edges } = answer
  if (nodes.length === 0) return <p class="notice">No record fits these filters.</p>
  return (
    <>
      <p class="small soft" role="status">
        {toGraphWords(answer)}
      </p>
      <GraphCanvas nodes={nodes} edges={edges} />
    </>
  )
}

function toGraphPath(route: Route): string {
  return `/api/graph?${toScopeParameters(route, { limit: String(mostDrawn) })}`
}
