/** What an address narrows records down to, as the routes of the server take it. Pure. */
import type { Route } from './route.ts'

const texts = ['project', 'kind', 'status', 'path', 'since', 'until', 'asOf'] as const

/** @param beside parameters of the route besides */
export function toScopeParameters(route: Route, beside: { readonly [name: string]: string }): URLSearchParams {
  const asked = new URLSearchParams(beside)
  for (const name of texts) if (route[name] !== '') asked.set(name, route[name])
  for (const tag of route.tags) asked.append('tag', tag)
  for (const facet of route.facets) asked.append('facet', facet)
  return asked
}
