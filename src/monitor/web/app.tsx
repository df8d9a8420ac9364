/** The page: its head, the tabs, and what the address says of them. */
import { useEffect } from 'preact/hooks'
import { ActivityTab } from './activity/activity-tab.tsx'
import { GraphTab } from './graph/graph-tab.tsx'
import { HealthTab } from './health/health-tab.tsx'
import { MemoryTab } from './memory/memory-tab.tsx'
import { useSearchKey } from './memory/search-key.ts'
import { tabs } from './route.ts'
import { NavigationContext, useAddress } from './route-context.ts'
import { panelId, TabBar, tabId, tabNames } from './tab-bar.tsx'

const panels = { memory: MemoryTab, graph: GraphTab, activity: ActivityTab, health: HealthTab }

export function App() {
  const navigation = useAddress()
  const { tab, q } = navigation.route
  useSearchKey(navigation.go)
  useEffect(() => {
    document.title = `${tab === 'memory' && q !== '' ? q : tabNames[tab]} · memo`
  }, [tab, q])
  const Panel = panels[tab]
  return (
    <NavigationContext value={navigation}>
      <header class="head">
        <h1 class="head-name">memo</h1>
        <TabBar />
      </header>
      <main>
        {tabs.map((name) => (
          <div key={name} id={panelId(name)} role="tabpanel" aria-labelledby={tabId(name)} hidden={name !== tab}>
            {name === tab && <Panel />}
          </div>
        ))}
      </main>
    </NavigationContext>
  )
}
