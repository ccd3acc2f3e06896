import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatPrice } from '#domain/money.ts'
import * as disclosureStyles from '#site/features/offer/disclosure.module.css'
import { DisclosureLine } from '#site/features/offer/disclosure.tsx'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { Price } from '#site/features/offer/price.tsx'
import { SaveButton } from '#site/features/saved/save-button.tsx'
import type { ItemOffer, ProductDetail, Variant } from '../queries.ts'
import { availabilityText } from './availability.ts'
import * as styles from './buy-box.module.css'
import { ShareButton } from './share-button.tsx'

interface BuyBoxProps {
  product: ProductDetail
  offers: readonly ItemOffer[]
  variants: readonly Variant[]
}

/** What it is, what it costs and where it is sold: everything before the click. */
export function BuyBox({ product, offers, variants }: BuyBoxProps) {
  const { name, brand, merchant, soldOut, link, id, disclosure, slugs } = product
  const listPrice = formatPrice(product.listPrice, product.currency)
  const availability = availabilityText(product.availability)
  return (
    <div className={styles.buyBox} data-part="buy-box">
      {brand && <p className={layout.kicker}>{slugs.brand ? <a href={`/brands/${slugs.brand}`}>{brand}</a> : brand}</p>}
      <h1 className={`${layout.display} ${styles.productTitle}`}>{name}</h1>
      <p className={styles.productSeller}>
        Sold by {slugs.merchant ? <a href={`/stores/${slugs.merchant}`}>{merchant}</a> : merchant}
      </p>
      <Price offer={product} />
      {listPrice && (
        <p className={styles.productListPrice}>
          List price at {merchant}: {listPrice}
        </p>
      )}
      {availability && (
        <p className={styles.productAvailability} data-sold-out={soldOut || undefined}>
          {availability}
        </p>
      )}
      <Variants variants={variants} current={id} />
      <DisclosureLine />
      <div className={styles.buyActions}>
        <OutboundLink
          href={link}
          merchant={merchant}
          product={name}
          productId={id}
          slot="product"
          className={`${controls.button} ${controls.large}`}
        >
          {soldOut ? `Look at ${merchant}` : `Shop at ${merchant}`}
        </OutboundLink>
        <SaveButton offer={product} label="Save" />
        <ShareButton name={name} />
      </div>
      {offers.length > 1 && (
        <p>
          <a href="#offers" className={controls.textLink}>
            Compare {offers.length} shops
          </a>
        </p>
      )}
      {product.mayAlert && product.page && (
        <p>
          <a href={`${product.page}/alert`} className={controls.textLink} rel="nofollow">
            {soldOut ? 'Tell me when it is back' : 'Tell me when the price falls'}
          </a>
        </p>
      )}
      {disclosure && (
        <p className={disclosureStyles.disclosureNote} data-part="disclosure-note">
          {disclosure}
        </p>
      )}
    </div>
  )
}

function Variants({ variants, current }: { variants: readonly Variant[]; current: number }) {
  if (variants.length === 0) return null
  return (
    <nav className={styles.variants} aria-label="Colors and sizes">
      <ul className={controls.chips}>
        {variants.map(({ id, page, label, soldOut }) => (
          <li key={id}>
            <a
              href={page}
              className={controls.chip}
              aria-current={id === current ? 'page' : undefined}
              data-sold-out={soldOut || undefined}
            >
              {label}
              {soldOut && <span className={layout.srOnly}> (sold out)</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
