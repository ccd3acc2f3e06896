import type { GeneratedProduct } from '../seed/generate-product.ts'
import { decimal, productImage, productPage } from './money.ts'

/** One answer of CJ's `products` query. The price is the standard price; the present one is effectiveDerivedPrice. */
export function cjPage(products: readonly GeneratedProduct[], page: { total: number; next: string | null }): string {
  return JSON.stringify({
    data: {
      products: {
        totalCount: page.total,
        limit: products.length,
        count: products.length,
        nextPage: page.next,
        resultList: products.map(cjProduct),
      },
    },
  })
}

function cjProduct(product: GeneratedProduct) {
  const { merchant, sku } = product
  const money = (cents: number) => ({ amount: decimal(cents), currency: 'USD' })
  const page = productPage(merchant.slug, sku)
  return {
    id: sku,
    adId: merchant.feedId,
    advertiserId: merchant.programmeId,
    advertiserName: merchant.name,
    advertiserCountry: 'US',
    brand: product.brand,
    title: product.name,
    description: product.description,
    link: page,
    imageLink: productImage(merchant.slug, sku),
    additionalImageLink: [],
    price: money(product.listCents ?? product.priceCents),
    salePrice: product.listCents === null ? null : money(product.priceCents),
    effectiveDerivedPrice: money(product.priceCents),
    isDeleted: false,
    joinedStatus: true,
    lastUpdated: '2026-11-20T06:00:00Z',
    linkCode: { clickUrl: `https://www.kqzyfj.com/click-100001-${merchant.feedId}?url=${encodeURIComponent(page)}` },
    availability: product.inStock ? 'in stock' : 'out of stock',
    condition: 'new',
    gtin: product.gtin,
    productType: product.shopCategory.split(' > '),
    itemGroupId: product.group,
    color: product.colour,
    size: product.size,
  }
}
