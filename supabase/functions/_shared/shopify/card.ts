import type { StoreConfig } from './config.ts'
import type { StorefrontProduct } from './replies.ts'

/** A store's product in the shape of our own (specification, 3). */
export interface StorefrontCard {
  id: string
  product_name: string
  image_url: string | null
  /** The lowest variant price; null when the store's amount is not a number. */
  price: number | null
  currency: string
  merchant_name: string
  category: string
  affiliate_link: string
  source: 'shopify'
  handle: string
  description: string
  tags: string[]
  variants: StorefrontProduct['variants']
  collections: StorefrontProduct['collections']
  available: boolean
  created_at: string
}

export interface CardOptions {
  store: Pick<StoreConfig, 'domain'>
  /** Merchant of products without a vendor. */
  shopName: string
  /** The collection that was asked for: the simple query does not name a product's collections. */
  collectionTitle?: string | undefined
}

export function toCard(product: StorefrontProduct, { store, shopName, collectionTitle }: CardOptions): StorefrontCard {
  const { minVariantPrice } = product.priceRange
  const price = Number(minVariantPrice.amount)
  return {
    id: product.id,
    product_name: product.title,
    image_url: product.images[0]?.url ?? null,
    price: minVariantPrice.amount.trim() !== '' && Number.isFinite(price) && price >= 0 ? price : null,
    currency: minVariantPrice.currencyCode,
    merchant_name: product.vendor.trim() || shopName,
    category: product.collections[0]?.title || collectionTitle || product.productType || 'General',
    affiliate_link: `https://${store.domain}/products/${encodeURIComponent(product.handle)}`,
    source: 'shopify',
    handle: product.handle,
    description: product.description,
    tags: product.tags,
    variants: product.variants,
    collections: product.collections,
    available: product.availableForSale,
    created_at: product.createdAt,
  }
}
