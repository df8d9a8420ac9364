/** What narrows the list: project, kind, status, tags, and its order. */
import { sorts } from '../../../record/vocabulary.ts'
import type { SearchResult } from '../../../vault/reading/search.ts'
import { Choice } from '../choice.tsx'
import { MoreFilters } from '../more-filters.tsx'
import { useNavigation } from '../route-context.ts'
import { ScopeChoices } from '../scope-choices.tsx'
import { WordField } from './word-field.tsx'

const sortNames: { readonly [sort in (typeof sorts)[number]]: string } = {
  ...{ relevance: 'Best match', updated: 'Newest', occurrences: 'Most seen', hits: 'Most used' },
}

export function Filters({ hits }: { hits: SearchResult['hits'] }) {
  const { route, go } = useNavigation()
  const { sort, expired, tags } = route
  return (
    <div class="filters">
      <ScopeChoices />
      <Choice label="Order" value={sort} options={sorts} names={sortNames} onChoose={(next) => go({ sort: next })} />
      <WordField
        {...{ name: 'tag', placeholder: 'Tag', words: tags }}
        known={[...new Set(hits.flatMap((hit) => hit.tags))].sort()}
        onChange={(next) => go({ tags: next })}
      />
      <label class="check">
        <input type="checkbox" checked={expired} onChange={() => go({ expired: !expired })} /> Expired too
      </label>
      <MoreFilters />
    </div>
  )
}
