/** The one field; the arrow down leads from it to the list. */
import { useNavigation } from '../route-context.ts'
import { focusHit } from './hit-focus.ts'
import { searchId } from './search-key.ts'

export function SearchBox() {
  const { route, go } = useNavigation()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && focusHit('first')) event.preventDefault()
    if (event.key === 'Escape') go({ q: '' }, 'replace')
  }
  return (
    <search class="search">
      <input
        {...{ id: searchId, class: 'field search-field', type: 'search', name: 'q', value: route.q }}
        {...{ placeholder: 'Search memory', autoComplete: 'off', spellcheck: false }}
        aria-label="Search memory"
        aria-keyshortcuts="/"
        onInput={({ currentTarget }) => go({ q: currentTarget.value }, 'replace')}
        onKeyDown={onKeyDown}
      />
      <span class="search-key" aria-hidden="true">
        /
      </span>
    </search>
  )
}
