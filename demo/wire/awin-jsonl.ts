import type { GeneratedProduct } from '../seed/generate-product.ts'
import { decimal, productImage, productPage } from './money.ts'

/** A line of Awin's Google-format feed: grouped, with the merchant's own link and never a tracked one. */
export function awinJsonlRow(product: GeneratedProduct): string {
  const { merchant, sku } = product
  const regular = product.listCents ?? product.priceCents
  return JSON.stringify({
    meta: { advertiser_id: Number(merchant.programmeId), advertiser_name: merchant.name },
    product_basic: {
      id: sku,
      title: product.name.slice(0, 150),
      description: product.description,
      link: productPage(merchant.slug, sku),
      image_link: productImage(merchant.slug, sku),
    },
    price_and_availability: {
      availability: product.inStock ? 'in_stock' : 'out_of_stock',
      price: `${decimal(regular)} USD`,
      ...(product.listCents === null ? {} : { sale_price: `${decimal(product.priceCents)} USD` }),
    },
    product_category: { product_type: product.shopCategory },
    product_identifiers: { brand: product.brand, gtin: product.gtin },
    detailed_product_description: {
      condition: 'new',
      item_group_id: product.group,
      ...(product.colour ? { color: product.colour } : {}),
      ...(product.size ? { size: product.size } : {}),
    },
  })
}
