/** What narrows the list: project, kind, status, tags, and its order. */
import { kindNames, sorts, statuses } from '../../../record/vocabulary.ts'
import type { ProjectsResult } from '../../../vault/projects.ts'
import type { SearchResult } from '../../../vault/search.ts'
import { Choice } from '../choice.tsx'
import { useNavigation } from '../route-context.ts'
import { useAnswer } from '../use-answer.ts'
import { TagField } from './tag-field.tsx'

const sortNames: { readonly [sort in (typeof sorts)[number]]: string } = {
  ...{ relevance: 'Best match', updated: 'Newest', occurrences: 'Most seen', hits: 'Most used' },
}

export function Filters({ hits }: { hits: SearchResult['hits'] }) {
  const { route, go } = useNavigation()
  const projects = useAnswer<ProjectsResult>('/api/projects').answer?.projects ?? []
  const { project, kind, status, sort, expired } = route
  return (
    <div class="filters">
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
      <Choice label="Order" value={sort} options={sorts} names={sortNames} onChoose={(next) => go({ sort: next })} />
      <TagField known={[...new Set(hits.flatMap(({ tags }) => tags))].sort()} />
      <label class="check">
        <input type="checkbox" checked={expired} onChange={() => go({ expired: !expired })} /> Expired too
      </label>
    </div>
  )
}
