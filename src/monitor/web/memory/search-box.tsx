/** The one field. `/` leads to it from anywhere, the arrow down from it to the list. */
import { useEffect, useRef } from 'preact/hooks'
import { useNavigation } from '../route-context.ts'
import { focusHit } from './hit-focus.ts'

export function SearchBox() {
  const { route, go } = useNavigation()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      box.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && focusHit('first')) event.preventDefault()
    if (event.key === 'Escape') go({ q: '' }, 'replace')
  }
  return (
    <search class="search">
      <input
        {...{ ref: box, id: 'search', class: 'field search-field', type: 'search', name: 'q', value: route.q }}
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

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.matches('input, select, textarea'))
}
