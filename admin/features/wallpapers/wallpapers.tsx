import { Tabs } from '@base-ui/react/tabs'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import * as controls from '../../ui/controls.module.css'
import * as page from '../../ui/page.module.css'
import { CollectionsTab } from './collections-tab.tsx'
import { allCollections } from './queries.ts'
import * as styles from './wallpapers.module.css'
import { WallpapersTab } from './wallpapers-tab.tsx'

/** Phone wallpapers and the collections that they stand in (specification, B 2). */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'collections' ? 'collections' : 'wallpapers'
  const collections = useQuery(allCollections)
  return (
    <>
      <title>Wallpapers | Admin Dashboard</title>
      <p>
        <Link className={controls.link} to="/dashboard">
          ← Back to Dashboard
        </Link>
      </p>
      <h1 className={page.title}>Wallpapers</h1>
      <Tabs.Root
        value={tab}
        onValueChange={(value) => setSearch(value === 'collections' ? { tab: value } : {}, { replace: true })}
      >
        <Tabs.List className={styles.tabs} aria-label="Kinds">
          <Tabs.Tab value="wallpapers" className={styles.tab}>
            Wallpapers
          </Tabs.Tab>
          <Tabs.Tab value="collections" className={styles.tab}>
            Collections
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="wallpapers">
          <WallpapersTab collections={collections.data ?? []} />
        </Tabs.Panel>
        <Tabs.Panel value="collections">
          <CollectionsTab query={collections} />
        </Tabs.Panel>
      </Tabs.Root>
    </>
  )
}
