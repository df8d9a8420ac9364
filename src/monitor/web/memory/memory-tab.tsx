/** Search as one types: the list on one side, the record that is open on the other. */
import { useEffect, useState } from 'preact/hooks'
import type { SearchResult } from '../../../vault/reading/search.ts'
import { RecordPane } from '../record/record-pane.tsx'
import type { Route } from '../route.ts'
import { useNavigation } from '../route-context.ts'
import { useAnswer } from '../use-answer.ts'
import { useLogGrowth } from '../use-log-growth.ts'
import { Filters } from './filters.tsx'
import { Results } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { mostHits, pageSize, toSearchPath } from './search-path.ts'

/** Milliseconds between the last key and the question. */
const debounceMs = 120

export function MemoryTab() {
  const { route, go } = useNavigation()
  const [limit, setLimit] = useState(pageSize)
  const path = toSearchPath(route, limit)
  const growth = useLogGrowth()
  const found = useAnswer<SearchResult>(path, { waitMs: debounceMs, version: growth })
  useEffect(() => setLimit(pageSize), [toSearchPath(route, 0)])
  const more = limit < mostHits ? () => setLimit(Math.min(mostHits, limit + pageSize * 3)) : undefined
  return (
    <div class={`split ${route.record === '' ? '' : 'is-open'}`}>
      <section class="side" aria-label="Search">
        <SearchBox />
        <Filters hits={found.answer?.hits ?? []} />
        <Results found={found} more={more} />
      </section>
      <RecordPane hit={findHit(found.answer, route)} growth={growth} close={() => go({ record: '' })} />
    </div>
  )
}

function findHit(answer: SearchResult | undefined, { record }: Route) {
  return answer?.hits.find(({ projectId, id }) => `${projectId}/${id}` === record)
}
