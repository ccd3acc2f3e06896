import { HeartIcon } from '#design/icons.tsx'
import * as visitor from '#design/visitor.module.css'
import { type Offer, offerKey } from '#site/features/offer/offer.ts'
import { withLoaded } from '#site/ui/with-loaded.ts'
import * as styles from './save-button.module.css'
import { savedItemsKey } from './storage-keys.ts'

/**
 * The heart. What is saved is known to this browser alone, so the page comes with every heart empty; the code that fills
 * and minds them is fetched when something is saved.
 */
export function SaveButton({ offer, label }: { offer: Offer; label?: string }) {
  return (
    <button
      type="button"
      className={`${styles.saveButton} ${visitor.needsScript}${label ? ` ${styles.withLabel}` : ''}`}
      data-part="save-button"
      aria-pressed="false"
      aria-label={label ? undefined : `Save ${offer.name}`}
      data-save={offerKey(offer)}
      suppressHydrationWarning
      ref={showSaved}
      onClick={() =>
        withLoaded(
          () => import('./save-hearts.ts'),
          ({ toggleSaved }) => toggleSaved(offer),
        )
      }
    >
      <HeartIcon />
      {label}
    </button>
  )
}

function showSaved(button: HTMLButtonElement | null): void {
  if (button && somethingIsSaved()) void import('./save-hearts.ts').then(({ showSavedSoon }) => showSavedSoon())
}

/** Asked before the module that could read the list is fetched. */
function somethingIsSaved(): boolean {
  try {
    return localStorage.getItem(savedItemsKey) !== null
  } catch {
    return false
  }
}
