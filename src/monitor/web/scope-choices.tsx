/** What narrows records down on every tab that shows some: project, kind and status. */
import { kindNames, statuses } from '../../record/vocabulary.ts'
import type { ProjectsResult } from '../../vault/projects.ts'
import { Choice } from './choice.tsx'
import { useNavigation } from './route-context.ts'
import { useAnswer } from './use-answer.ts'

export function ScopeChoices() {
  const { route, go } = useNavigation()
  const projects = useAnswer<ProjectsResult>('/api/projects').answer?.projects ?? []
  const { project, kind, status } = route
  return (
    <>
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
    </>
  )
}
