import { useEffect, useState } from 'react'
import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { toast } from '#design/toasts.ts'
import { formatDate } from '#domain/dates.ts'
import * as productCardStyles from '#site/features/listing/product-card.module.css'
import { AsOfLine } from '#site/features/offer/as-of-line.tsx'
import { DisclosureLine, RetailerDisclosure } from '#site/features/offer/disclosure.tsx'
import { type Offer, offerKey } from '#site/features/offer/offer.ts'
import * as outboundLinkStyles from '#site/features/offer/outbound-link.module.css'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { Price } from '#site/features/offer/price.tsx'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import { knowSavedItems } from '#site/features/saved/know-saved-items.ts'
import { savedItems, subscribeSaved, unsaveItem } from '#site/features/saved/saved-items.ts'
import type { StoredItem } from '#site/features/saved/stored-items.ts'
import { readAgain } from '#site/ssr/data/read-again.ts'
import { StateNote } from '#site/ui/state-note.tsx'
import { priceChange } from './price-change.ts'
import { savedOffersQuery } from './queries.ts'
import * as styles from './saved-list.module.css'
import { useStored } from './use-stored.ts'

/** What was saved, with today's price beside the one of that day. */
export function SavedList() {
  const items = useStored({ list: savedItems, subscribe: subscribeSaved })
  const { offers, error, retry } = useCurrentOffers(items)
  if (items.length === 0) {
    return (
      <StateNote kind="empty" title="Nothing saved yet" text="Press the heart on a product and it is kept here.">
        <a href="/products" className={controls.textLink}>
          See all products
        </a>
      </StateNote>
    )
  }
  return (
    <>
      <DisclosureLine />
      {error !== null && (
        <StateNote kind="error" title={`Error loading current prices: ${error}`}>
          <button type="button" className={`${controls.button} ${controls.quiet}`} onClick={retry}>
            Try Again
          </button>
        </StateNote>
      )}
      <RetailerDisclosure offers={[...(offers?.values() ?? [])]} />
      <AsOfLine offers={[...(offers?.values() ?? [])]} />
      <ul className={styles.savedList}>
        {items.map((item) => (
          <li key={item.id}>
            <SavedRow item={item} offer={offers?.get(item.id)} known={offers !== null} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface SavedRowProps {
  item: StoredItem
  offer: Offer | undefined
  /** Today's offers were read: a missing one is gone. */
  known: boolean
}

function SavedRow({ item, offer, known }: SavedRowProps) {
  const name = offer?.name ?? item.name
  const change = offer && offer.source !== 'amazon' ? priceChange(item, offer) : null
  const remove = () => {
    const undo = unsaveItem(item.id)
    if (undo) toast('info', 'Removed from your saved items', { label: 'Undo', run: undo })
  }
  return (
    <article className={styles.savedRow} data-part="saved-row" data-gone={(known && !offer) || undefined}>
      <ProductImage src={offer?.image ?? item.image} widths={[160, 320, 480]} sizes="8rem" />
      <div>
        <p className={productCardStyles.productMerchant} data-part="product-merchant">
          {offer?.merchant ?? item.merchant}
        </p>
        <h3 className={styles.savedName}>{offer?.page ? <a href={offer.page}>{name}</a> : name}</h3>
        <p className={styles.savedAt}>
          Saved <time dateTime={item.at}>{formatDate(item.at)}</time>
        </p>
        {offer && <Price offer={offer} />}
        {change && (
          <p className={styles.priceChange} data-part="price-change" data-direction={change.direction}>
            {change.text}
          </p>
        )}
        {known && !offer && <p className={styles.savedGone}>No longer sold</p>}
      </div>
      <div className={styles.savedActions}>
        {offer && (
          <OutboundLink
            href={offer.link}
            merchant={offer.merchant}
            product={name}
            productId={offer.page ? offer.id : undefined}
            slot="saved"
            className={outboundLinkStyles.offerOut}
          />
        )}
        <button type="button" className={controls.textLink} onClick={remove}>
          Remove<span className={layout.srOnly}> {name}</span>
        </button>
      </div>
    </article>
  )
}

/** Read once for what is saved now; removing one asks nothing again. */
function useCurrentOffers(items: readonly StoredItem[]) {
  const [offers, setOffers] = useState<ReadonlyMap<string, Offer> | null>(null)
  const [asked, setAsked] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const keys = items.map(({ id }) => id)
  const [wanted, setWanted] = useState<readonly string[]>(keys)
  if (keys.some((key) => !wanted.includes(key))) setWanted(keys)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked counts the presses of Try Again
  useEffect(() => {
    if (wanted.length === 0) return
    let left = false
    void knowSavedItems(wanted)
    readAgain(savedOffersQuery(wanted)).then(
      (found) => {
        if (left) return
        setOffers(new Map(found.map((offer) => [offerKey(offer), offer])))
        setError(null)
      },
      (reason: unknown) =>
        !left && setError(reason instanceof Error && reason.message ? reason.message : 'Unknown error'),
    )
    return () => {
      left = true
    }
  }, [wanted, asked])
  return { offers, error, retry: () => setAsked(asked + 1) }
}
