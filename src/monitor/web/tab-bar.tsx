/** The tabs, as the keyboard and screen readers know them: one stop, arrows within. */

import { type Tab, tabs } from './route.ts'
import { useNavigation } from './route-context.ts'

export const tabNames: { readonly [tab in Tab]: string } = {
  ...{ memory: 'Memory', graph: 'Graph', activity: 'Activity', health: 'Health' },
}

export function tabId(tab: Tab): string {
  return `tab-${tab}`
}

export function panelId(tab: Tab): string {
  return `panel-${tab}`
}

export function TabBar() {
  const { route, go } = useNavigation()
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findNext(event.key, route.tab)
    if (next === undefined) return
    event.preventDefault()
    go({ tab: next })
    document.getElementById(tabId(next))?.focus()
  }
  return (
    <div class="tabs" role="tablist" aria-label="Views">
      {tabs.map((tab) => (
        <button
          key={tab}
          id={tabId(tab)}
          type="button"
          role="tab"
          class="tab"
          aria-selected={tab === route.tab}
          aria-controls={panelId(tab)}
          tabIndex={tab === route.tab ? 0 : -1}
          onClick={() => go({ tab })}
          onKeyDown={onKeyDown}
        >
          {tabNames[tab]}
        </button>
      ))}
    </div>
  )
}

function findNext(key: string, tab: Tab): Tab | undefined {
  const here = tabs.indexOf(tab)
  const places: { [key: string]: number } = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: -1 }
  const place = places[key]
  return place === undefined ? undefined : tabs.at(place % tabs.length)
}
