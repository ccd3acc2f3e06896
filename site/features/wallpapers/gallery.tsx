import { useEffect, useState } from 'react'
import * as controls from '#design/controls.module.css'
import type { Block } from '#site/ssr/data/use-block.ts'
import { BlockContent, Failed } from '#site/ui/block-content.tsx'
import { StateNote } from '#site/ui/state-note.tsx'
import { withLoaded } from '#site/ui/with-loaded.ts'
import * as styles from './gallery.module.css'
import type { Wallpaper } from './queries.ts'
import * as wallpaperCardStyles from './wallpaper-card.module.css'
import { WallpaperCard } from './wallpaper-card.tsx'

type Preview = typeof import('./lock-screen.tsx').LockScreen

interface GalleryProps {
  slug: string
  wallpapers: Block<Wallpaper[]>
  /** Another collection is on its way. */
  loading: boolean
}

/** The wallpapers of one collection, whichever slug it is given. */
export function Gallery({ slug, wallpapers, loading }: GalleryProps) {
  return (
    <BlockContent
      block={loading ? { status: 'loading' } : wallpapers}
      loading={<Loading />}
      failed={(error, retry) => <Failed title="The wallpapers could not be read" text={error} retry={retry} />}
      empty={
        <StateNote
          kind="empty"
          title="No Wallpapers Available"
          text="There are currently no wallpapers in this collection. Check back later for new designs!"
        />
      }
    >
      {(found) => <Grid key={slug} wallpapers={found} />}
    </BlockContent>
  )
}

function Loading() {
  return (
    <div role="status">
      <p className={styles.wallpaperLoading}>Loading wallpapers...</p>
      <div className={styles.wallpaperGrid} data-part="wallpaper-grid" aria-hidden="true">
        {['a', 'b', 'c'].map((key) => (
          <span
            key={key}
            className={`${wallpaperCardStyles.wallpaperFrame} ${controls.skeleton}`}
            data-part="wallpaper-frame"
          />
        ))}
      </div>
    </div>
  )
}

function Grid({ wallpapers }: { wallpapers: readonly Wallpaper[] }) {
  const { counts, addOne } = useCounts(wallpapers)
  const [shown, setShown] = useState<{ at: number; Preview: Preview } | null>(null)
  const current = wallpapers.map((wallpaper) => ({
    ...wallpaper,
    download_count: Math.max(wallpaper.download_count, counts.get(wallpaper.id) ?? 0),
  }))
  const preview = (at: number) =>
    withLoaded(
      () => import('./lock-screen.tsx'),
      ({ LockScreen }) => setShown({ at, Preview: LockScreen }),
    )
  return (
    <>
      <ul className={styles.wallpaperGrid} data-part="wallpaper-grid">
        {current.map((wallpaper, at) => (
          <li key={wallpaper.id}>
            <WallpaperCard wallpaper={wallpaper} onPreview={() => preview(at)} onCounted={() => addOne(wallpaper)} />
          </li>
        ))}
      </ul>
      {shown && (
        <shown.Preview
          wallpapers={current}
          at={shown.at}
          onMove={(at) => setShown({ ...shown, at })}
          onClose={() => setShown(null)}
          onCounted={addOne}
        />
      )}
    </>
  )
}

/** The page is cached while people download: the present counts are read once it runs, and a download of our own adds one. */
function useCounts(wallpapers: readonly Wallpaper[]) {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    let left = false
    const read = async () => {
      const { downloadCounts } = await import('./download-wallpaper.ts')
      const now = await downloadCounts(wallpapers.map(({ id }) => id))
      if (!left) setCounts(now)
    }
    read().catch(() => undefined) // the counts the page came with stay
    return () => {
      left = true
    }
  }, [wallpapers])
  const addOne = ({ id, download_count }: Wallpaper) => setCounts((known) => new Map(known).set(id, download_count + 1))
  return { counts, addOne }
}
