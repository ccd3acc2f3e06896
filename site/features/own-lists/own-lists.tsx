import { useEffect } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { toast } from '#design/toasts.ts'
import { clearSaved, savedItems, subscribeSaved } from '#site/features/saved/saved-items.ts'
import { markSaved } from '#site/features/saved/saved-marks.ts'
import { clearViewed, subscribeViewed, viewedItems } from '#site/features/saved/viewed-items.ts'
import * as styles from './own-lists.module.css'
import { RememberedList } from './remembered-list.tsx'
import { SavedList } from './saved-list.tsx'
import { useStored } from './use-stored.ts'

/** What this browser remembers. Fetched by the profile page once it runs: the server knows nothing of it. */
export function OwnLists() {
  const saved = useStored({ list: savedItems, subscribe: subscribeSaved })
  const viewed = useStored({ list: viewedItems, subscribe: subscribeViewed })
  useEffect(() => markSaved(saved), [saved])
  const isEmpty = saved.length + viewed.length === 0
  return (
    <>
      <section className={`${layout.section} ${layout.compact}`} aria-labelledby="saved-title">
        <h2 id="saved-title" className={`${layout.display} ${layout.sectionTitle}`}>
          Saved items {saved.length > 0 && <span className={styles.savedCount}>{saved.length}</span>}
        </h2>
        <SavedList />
      </section>
      {viewed.length > 0 && (
        <section className={`${layout.section} ${layout.compact}`} aria-labelledby="viewed-title">
          <h2 id="viewed-title" className={`${layout.display} ${layout.sectionTitle}`}>
            Recently viewed
          </h2>
          <RememberedList items={viewed.slice(0, 12)} />
        </section>
      )}
      <section className={`${layout.section} ${layout.compact} ${styles.ownData}`} aria-labelledby="data-title">
        <h2 id="data-title" className={`${layout.display} ${layout.sectionTitle}`}>
          Your data
        </h2>
        <p>
          Both lists live in this browser and nowhere else. We do not know them, and they do not follow you to another
          device.
        </p>
        <p className={styles.ownDataActions}>
          <button
            type="button"
            className={`${controls.button} ${controls.quiet}`}
            disabled={isEmpty}
            onClick={() => download(saved, viewed)}
          >
            Export as a file
          </button>
          <button
            type="button"
            className={`${controls.button} ${controls.quiet}`}
            disabled={isEmpty}
            onClick={clearAll}
          >
            Clear both lists
          </button>
        </p>
      </section>
    </>
  )
}

function clearAll(): void {
  const undoSaved = clearSaved()
  const undoViewed = clearViewed()
  const run = () => {
    undoSaved()
    undoViewed()
  }
  toast('info', 'Both lists are cleared', { label: 'Undo', run })
}

function download(saved: readonly object[], viewed: readonly object[]): void {
  const text = JSON.stringify({ saved, viewed }, null, 2)
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href, download: 'dahlia-items.json' }).click()
  URL.revokeObjectURL(href)
}
