/** Records and the links between them, drawn; the same as a list, for who does not see or point. */
import { kindNames, statuses } from '../../../record/vocabulary.ts'
import type { GraphResult } from '../../../vault/graph.ts'
import type { ProjectsResult } from '../../../vault/projects.ts'
import { Choice } from '../choice.tsx'
import { RecordPane } from '../record/record-pane.tsx'
import type { Route } from '../route.ts'
import { useNavigation } from '../route-context.ts'
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
        <GraphFilters />
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

function GraphFilters() {
  const { route, go } = useNavigation()
  const projects = useAnswer<ProjectsResult>('/api/projects').answer?.projects ?? []
  const { project, kind, status } = route
  return (
    <div class="bar">
      <Choice
        label="Project"
        any="All projects"
        value={project}
        options={projects.map(({ id }) => id)}
        onChoose={(next) => go({ project: next })}
      />
      <Choice label="Kind" any="Every kind" value={kind} options={kindNames} onChoose={(next) => go({ kind: next })} />
      <Choice
        label="Status"
        any="Open ones"
        value={status}
        options={statuses}
        onChoose={(next) => go({ status: next })}
      />
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
  const asked = new URLSearchParams({ limit: String(mostDrawn) })
  for (const name of ['project', 'kind', 'status'] as const) if (route[name] !== '') asked.set(name, route[name])
  for (const tag of route.tags) asked.append('tag', tag)
  return `/api/graph?${asked}`
}
