/** The question to the server that the address asks. Pure. */
import type { Route } from '../route.ts'

export const pageSize = 50
/** The server gives no more at once. */
export const mostHits = 500

export function toSearchPath(route: Route, limit: number): string {
  const { q, sort, tags, expired } = route
  const asked = new URLSearchParams({ q, sort, limit: String(limit), explain: '' })
  for (const name of ['project', 'kind', 'status'] as const) if (route[name] !== '') asked.set(name, route[name])
  for (const tag of tags) asked.append('tag', tag)
  if (expired) asked.set('includeExpired', '')
  return `/api/records/search?${asked}`
}
