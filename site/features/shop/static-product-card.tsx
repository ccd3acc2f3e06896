import { formatPrice } from '#domain/money.ts'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { lastingAddress } from '#site/ui/image-files.ts'
import type { StaticProduct } from './shop-categories.ts'

/** A product whose facts are ours: picture, name, price, and the way to its shop. */
export function StaticProductCard({ product }: { product: StaticProduct }) {
  const { name, price, url, merchant, picture } = product
  return (
    <article className="static-product">
      <img src={lastingAddress(`/demo/shop/${picture}.svg`)} alt="" width={800} height={1000} decoding="async" />
      <div>
        <p className="product-merchant">{merchant}</p>
        <h2 className="display">{name}</h2>
        <p className="product-price">{formatPrice(price)}</p>
        <OutboundLink href={url} merchant={merchant} product={name} slot="shop-category" className="button">
          Shop Now
        </OutboundLink>
      </div>
    </article>
  )
}
