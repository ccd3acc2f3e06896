import { useEffect } from 'react'
import { toast } from '#design/toasts.ts'
import { clearSaved, savedItems, subscribeSaved } from '#site/features/saved/saved-items.ts'
import { markSaved } from '#site/features/saved/saved-marks.ts'
import { clearViewed, subscribeViewed, viewedItems } from '#site/features/saved/viewed-items.ts'
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
      <section className="section compact" aria-labelledby="saved-title">
        <h2 id="saved-title" className="display section-title">
          Saved items {saved.length > 0 && <span className="saved-count">{saved.length}</span>}
        </h2>
        <SavedList />
      </section>
      {viewed.length > 0 && (
        <section className="section compact" aria-labelledby="viewed-title">
          <h2 id="viewed-title" className="display section-title">
            Recently viewed
          </h2>
          <RememberedList items={viewed.slice(0, 12)} />
        </section>
      )}
      <section className="section compact own-data" aria-labelledby="data-title">
        <h2 id="data-title" className="display section-title">
          Your data
        </h2>
        <p>
          Both lists live in this browser and nowhere else. We do not know them, and they do not follow you to another
          device.
        </p>
        <p className="own-data-actions">
          <button type="button" className="button quiet" disabled={isEmpty} onClick={() => download(saved, viewed)}>
            Export as a file
          </button>
          <button type="button" className="button quiet" disabled={isEmpty} onClick={clearAll}>
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
