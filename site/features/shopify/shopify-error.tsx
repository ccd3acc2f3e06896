import { useLocation } from 'react-router'
import { hintsFor, mobileTip } from './shopify-hints.ts'

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
    <div className="store-error" role="alert">
      <p className="display state-title">Error loading Shopify products</p>
      <p className="store-error-message">{message}</p>
      <dl className="store-error-facts">
        <dt>Requested collection</dt>
        <dd>{collection ?? 'All Collections'}</dd>
        <dt>Available collections</dt>
        <dd>{available && available.length > 0 ? available.join(', ') : 'None could be read'}</dd>
      </dl>
      <ul className="store-error-hints">
        {hintsFor(message, collection).map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
      <p className="store-error-tip">{mobileTip(message)}</p>
      <p className="state-actions">
        <button type="button" className="button needs-script" onClick={onRetry}>
          Retry
        </button>
        <a href={pathname + search} className="button without-script" data-document>
          Retry
        </a>{' '}
        <a href="/products" className="text-link">
          See all products
        </a>
      </p>
      {retries > 0 && <p className="store-error-retries">Tried again {retries === 1 ? 'once' : `${retries} times`}.</p>}
    </div>
  )
}
