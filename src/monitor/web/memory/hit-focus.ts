/** Moves the focus along the list of hits, and keeps it where the list changes by itself. */
import { useLayoutEffect } from 'preact/hooks'
import { findSearch } from './search-key.ts'

type Step = 'first' | 'last' | 'next' | 'previous'

/** Whether there was a hit to go to; above the first is the search field. */
export function focusHit(step: Step): boolean {
  const links = findLinks()
  const here = links.indexOf(document.activeElement as HTMLAnchorElement)
  const places: { [step in Step]: number } = { first: 0, last: links.length - 1, next: here + 1, previous: here - 1 }
  const place = places[step]
  const target = place < 0 ? findSearch() : links[place]
  target?.focus()
  return target !== undefined && target !== null
}

/** Of the list that is about to be drawn anew: a row that moves to another place would lose it. */
export function useKeptFocus(): void {
  const before = document.activeElement
  useLayoutEffect(() => {
    if (!(before instanceof HTMLAnchorElement) || document.activeElement !== document.body) return
    findLinks()
      .find(({ href }) => href === before.href)
      ?.focus({ preventScroll: true })
  })
}

function findLinks(): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('.hit-link')]
}
