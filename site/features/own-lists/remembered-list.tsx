import { productPath } from '#domain/product-path.ts'
import * as productCardStyles from '#site/features/listing/product-card.module.css'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import type { StoredItem } from '#site/features/saved/stored-items.ts'
import * as styles from './remembered-list.module.css'

/** Products as the browser remembers them: image and name, without a price that may no longer be true. */
export function RememberedList({ items }: { items: readonly StoredItem[] }) {
  return (
    <ul className={styles.remembered}>
      {items.map((item) => {
        const page = rememberedPath(item)
        return (
          <li key={item.id} className={productCardStyles.productCard} data-part="product-card">
            <ProductImage src={item.image} />
            <p className={productCardStyles.productMerchant} data-part="product-merchant">
              {item.merchant}
            </p>
            <h3 className={productCardStyles.productName} data-part="product-name">
              {page ? (
                <a href={page} className={productCardStyles.productLink} data-part="product-link">
                  {item.name}
                </a>
              ) : (
                item.name
              )}
            </h3>
          </li>
        )
      })}
    </ul>
  )
}

/** Our page of a remembered product; Amazon products have none. */
const rememberedPath = ({ id, name }: StoredItem): string | null =>
  id.startsWith('find-') ? null : productPath({ id: Number(id), product_name: name })
