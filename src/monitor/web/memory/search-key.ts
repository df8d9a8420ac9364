/** `/` leads to the search field, from any tab. */
import { useEffect } from 'preact/hooks'
import type { Navigation } from '../route-context.ts'

export const searchId = 'search'

export function useSearchKey(go: Navigation['go']): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || isTyping(event)) return
      event.preventDefault()
      go({ tab: 'memory' })
      // At once where it is: the keys that follow are meant for it. On another tab it comes with the next frame.
      if (findSearch() === null) requestAnimationFrame(() => findSearch()?.select())
      else findSearch()?.select()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [go])
}

export function findSearch(): HTMLInputElement | null {
  return document.querySelector<HTMLInputElement>(`#${searchId}`)
}

function isTyping({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.matches('input, select, textarea'))
}
