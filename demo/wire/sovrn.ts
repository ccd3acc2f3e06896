import type { GeneratedProduct } from '../seed/generate-product.ts'
import { decimal, productImage } from './money.ts'

/** One answer of Sovrn's price comparison: a bare array. Numbers come as numbers or as text, and links are opaque. */
export function sovrnOffers(products: readonly GeneratedProduct[]): string {
  return JSON.stringify(
    products.map((product) => {
      const { merchant, index } = product
      const list = product.listCents ?? product.priceCents
      const amount = (cents: number) => (index % 2 === 0 ? cents / 100 : decimal(cents))
      return {
        id: 2_595_306_430 + index,
        name: product.name,
        merchant: { id: Number(merchant.programmeId), name: merchant.name, logo: null },
        deeplink: `https://redirect.viglink.com?u=${Buffer.from(`offer-${index}`).toString('base64url')}&key=0000&prodOvrd=PCR&opt=false&x=v1`,
        image: productImage(merchant.slug, product.sku),
        thumbnail: productImage(merchant.slug, product.sku),
        currency: 'USD',
        salePrice: amount(product.priceCents),
        retailPrice: amount(list),
        discountRate: Math.round((1 - product.priceCents / list) * 100),
        affiliatable: index % 11 !== 10,
        epc: 0.04,
      }
    }),
  )
}
