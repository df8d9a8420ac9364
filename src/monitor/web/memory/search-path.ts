/** The question to the server that the address asks. Pure. */
import type { Route } from '../route.ts'
import { toScopeParameters } from '../scope-parameters.ts'

export const pageSize = 50
/** The server gives no more at once. */
export const mostHits = 500

export function toSearchPath(route: Route, limit: number): string {
  const { q, sort, expired } = route
  const asked = toScopeParameters(route, { q, sort, limit: String(limit), explain: '' })
  if (expired) asked.set('includeExpired', '')
  return `/api/records/search?${asked}`
}
