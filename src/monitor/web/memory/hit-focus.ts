/** Moves the focus along the list of hits. */
import { findSearch } from './search-key.ts'

type Step = 'first' | 'last' | 'next' | 'previous'

/** Whether there was a hit to go to; above the first is the search field. */
export function focusHit(step: Step): boolean {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.hit-link')]
  const here = links.indexOf(document.activeElement as HTMLAnchorElement)
  const places: { [step in Step]: number } = { first: 0, last: links.length - 1, next: here + 1, previous: here - 1 }
  const place = places[step]
  const target = place < 0 ? findSearch() : links[place]
  target?.focus()
  return target !== undefined && target !== null
}
