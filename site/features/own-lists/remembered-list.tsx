import { productPath } from '#domain/product-path.ts'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import type { StoredItem } from '#site/features/saved/stored-items.ts'

/** Products as the browser remembers them: picture and name, without a price that may no longer be true. */
export function RememberedList({ items }: { items: readonly StoredItem[] }) {
  return (
    <ul className="remembered">
      {items.map((item) => {
        const page = rememberedPath(item)
        return (
          <li key={item.id} className="product-card">
            <ProductImage src={item.image} />
            <p className="product-merchant">{item.merchant}</p>
            <h3 className="product-name">
              {page ? (
                <a href={page} className="product-link">
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

/** Our page of a remembered product; retailer finds have none. */
const rememberedPath = ({ id, name }: StoredItem): string | null =>
  id.startsWith('find-') ? null : productPath({ id: Number(id), product_name: name })
