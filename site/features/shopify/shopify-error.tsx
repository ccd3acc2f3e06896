import { useLocation } from 'react-router'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import * as visitor from '#design/visitor.module.css'
import { hintsFor, mobileTip } from '#domain/shopify-texts.ts'
import * as stateNoteStyles from '#site/ui/state-note.module.css'
import * as styles from './shopify-error.module.css'

interface StoreErrorProps {
  message: string
  collection: string | null
  /** Undefined when the list could not be read either. */
  available: readonly string[] | undefined
  retries: number
  onRetry: () => void
}

/** Why the store's products are not here, and what to do: for visitors first, then for whoever runs the shop. */
export function StoreError({ message, collection, available, retries, onRetry }: StoreErrorProps) {
  const { pathname, search } = useLocation()
  return (
    <div className={styles.storeError} data-part="store-error" role="alert">
      <p className={`${layout.display} ${stateNoteStyles.stateTitle}`}>Error loading Shopify products</p>
      <p className={styles.storeErrorMessage}>{message}</p>
      <dl className={styles.storeErrorFacts}>
        <dt>Requested collection</dt>
        <dd>{collection ?? 'All Collections'}</dd>
        <dt>Available collections</dt>
        <dd>{available && available.length > 0 ? available.join(', ') : 'None could be read'}</dd>
      </dl>
      <ul className={styles.storeErrorHints}>
        {hintsFor(message, collection).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <p className={styles.storeErrorTip} data-part="store-error-tip">
        {mobileTip(message)}
      </p>
      <p className={stateNoteStyles.stateActions} data-part="state-actions">
        <button type="button" className={`${controls.button} ${visitor.needsScript}`} onClick={onRetry}>
          Retry
        </button>
        <a href={pathname + search} className={`${controls.button} ${visitor.withoutScript}`} data-document>
          Retry
        </a>{' '}
        <a href="/products" className={controls.textLink}>
          See all products
        </a>
      </p>
      {retries > 0 && (
        <p className={styles.storeErrorRetries}>Tried again {retries === 1 ? 'once' : `${retries} times`}.</p>
      )}
    </div>
  )
}
