/** The address as state: reading it, changing it, links to what it could be. */
import { createContext } from 'preact'
import { useCallback, useContext, useEffect, useState } from 'preact/hooks'
import { formatRoute, parseRoute, type Route, startRoute } from './route.ts'

export interface Navigation {
  route: Route
  /** A step that the back button takes back; `replace` is for what changes with every key. */
  go(change: Partial<Route>, how?: 'push' | 'replace'): void
  /** The address of what `go` would show. */
  hrefOf(change: Partial<Route>): string
}

export const NavigationContext = createContext<Navigation>({ route: startRoute, go: () => {}, hrefOf: () => '' })

export function useNavigation(): Navigation {
  return useContext(NavigationContext)
}

/** Once, around everything. */
export function useAddress(): Navigation {
  const [route, setRoute] = useState(() => parseRoute(location.hash))
  useEffect(() => {
    const read = () => setRoute(parseRoute(location.hash))
    addEventListener('popstate', read)
    return () => removeEventListener('popstate', read)
  }, [])
  const go = useCallback((change: Partial<Route>, how: 'push' | 'replace' = 'push') => {
    const next = { ...parseRoute(location.hash), ...change }
    const address = formatRoute(next)
    if (how === 'replace' || address === location.hash) history.replaceState(null, '', address)
    else history.pushState(null, '', address)
    setRoute(next)
  }, [])
  return { route, go, hrefOf: (change) => formatRoute({ ...route, ...change }) }
}
