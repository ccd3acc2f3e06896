import { ShareIcon } from '#design/icons.tsx'
import * as visitor from '#design/visitor.module.css'
import { withLoaded } from '#site/ui/with-loaded.ts'
import * as styles from './share-button.module.css'

/** The device's own share sheet; where there is none, the address is copied. */
export function ShareButton({ name, path }: { name: string; path?: string }) {
  return (
    <button
      type="button"
      className={`${styles.shareButton} ${visitor.needsScript}`}
      onClick={() =>
        withLoaded(
          () => import('./share-page.ts'),
          ({ sharePage }) => void sharePage(name, path),
        )
      }
    >
      <ShareIcon />
      Share
    </button>
  )
}
