import { ShareIcon } from '#design/icons.tsx'
import * as visitor from '#design/visitor.module.css'
import * as styles from './share-button.module.css'

/** The device's own share sheet; where there is none, the address is copied. */
export function ShareButton({ name, path }: { name: string; path?: string }) {
  return (
    <button
      type="button"
      className={`${styles.shareButton} ${visitor.needsScript}`}
      onClick={() => void import('./share-page.ts').then(({ sharePage }) => sharePage(name, path))}
    >
      <ShareIcon />
      Share
    </button>
  )
}
