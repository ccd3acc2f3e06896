import { randomUUID } from 'node:crypto'
import { productPath } from '#domain/product-path.ts'
import { serviceClient } from './browser.ts'

interface OwnOffer {
  price: number | null
  availability?: string
  delivery_cost?: number | null
  content_amount?: number
  content_unit?: string
  affiliate_link?: string
}

/** One item of one test, an offer of it at each of as many merchants, none of which is anybody else's. */
export async function ownItem(name: string, offers: readonly OwnOffer[]) {
  const service = await serviceClient()
  const word = randomUUID().slice(0, 8)
  const merchants = offers.map((_, index) => `Shop ${'ABCD'[index]} ${word}`)
  const made = await service
    .from('merchants')
    .insert(
      merchants.map((merchant, index) => ({ name: merchant, slug: `shop-${index}-${word}`, may_show_history: true })),
    )
  if (made.error) throw new Error(made.error.message)
  const { data, error } = await service
    .from('products')
    .insert(
      offers.map((offer, index) => ({
        ...{ product_name: `${name} ${word}`, brand: `Brand ${word}`, category: 'Skincare', availability: 'in_stock' },
        ...{ affiliate_link: `https://shop.example.com/${word}/${index}`, image_url: '/art/skincare-360.webp' },
        merchant_name: merchants[index] ?? '',
        ...offer,
      })),
      { defaultToNull: false },
    )
    .select('id, product_name, merchant_name')
    .order('id')
  if (error) throw new Error(error.message)
  const ids = data.map(({ id }) => id)
  return {
    service,
    word,
    offers: data.map((row) => ({ ...row, path: productPath(row) })),
    async remove() {
      await service.from('products').delete().in('id', ids)
      await service.from('merchants').delete().in('name', merchants)
    },
  }
}
