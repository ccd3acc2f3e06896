import * as controls from '#design/controls.module.css'
import * as layout from '#design/layout.module.css'
import { formatPrice } from '#domain/money.ts'
import * as productCardStyles from '#site/features/listing/product-card.module.css'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import * as priceStyles from '#site/features/offer/price.module.css'
import { lastingAddress } from '#site/ui/image-files.ts'
import type { StaticProduct } from './shop-categories.ts'
import * as styles from './static-product-card.module.css'

/** A product whose facts are ours: image, name, price, and the way to its shop. */
export function StaticProductCard({ product }: { product: StaticProduct }) {
  const { name, price, url, merchant, image } = product
  return (
    <article className={styles.staticProduct} data-part="static-product">
      <img src={lastingAddress(`/demo/shop/${image}.svg`)} alt="" width={800} height={1000} decoding="async" />
      <div>
        <p className={productCardStyles.productMerchant} data-part="product-merchant">
          {merchant}
        </p>
        <h2 className={layout.display}>{name}</h2>
        <p className={priceStyles.productPrice} data-part="product-price">
          {formatPrice(price)}
        </p>
        <OutboundLink href={url} merchant={merchant} product={name} slot="shop-category" className={controls.button}>
          Shop Now
        </OutboundLink>
      </div>
    </article>
  )
}
