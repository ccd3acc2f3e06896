import { randomUUID } from 'node:crypto'
import { productPath } from '#domain/product-path.ts'
import { serviceClient } from './browser.ts'

const attack = '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>'

export const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

export type Shelf = Awaited<ReturnType<typeof ownShelf>>

/** Products of one test file alone: an item of two merchants with a price history, and others that are like it. */
export async function ownShelf() {
  const service = await serviceClient()
  const word = randomUUID().slice(0, 8)
  const [open, silent] = [`Open ${word} <b>shop</b>`, `Silent ${word}`]
  const category = `Shelf ${word}`
  const gtin = `2${Math.floor(Math.random() * 1e11)}`.padEnd(12, '7')
  const row = {
    category,
    brand: 'Velloa',
    image_url: '/art/skincare-360.webp',
    affiliate_link: 'https://shop.example.com/p/1?a=1&b=2',
  }
  const must = <Data>({ data, error }: { data: Data; error: { message: string } | null }) => {
    if (error) throw new Error(error.message)
    return data
  }
  must(
    await service.from('merchants').insert([
      { name: open, slug: `open-${word}`, may_show_history: true },
      { name: silent, slug: `silent-${word}`, may_show_history: false },
    ]),
  )
  const products = must(
    await service
      .from('products')
      .insert(
        [
          {
            ...row,
            ...{ product_name: `Petal Serum ${word} ${attack}`, merchant_name: open, price: 24, gtin },
            ...{ description: `Keep what you finish.\n${attack}`, availability: 'in_stock', colour: 'Rose' },
          },
          { ...row, product_name: `Petal Serum ${word}`, merchant_name: silent, price: 22, gtin },
          { ...row, product_name: `Clay Mask ${word}`, brand: 'Loam', merchant_name: open, price: 25 },
          { ...row, product_name: `Lost Balm ${word}`, brand: 'Loam', merchant_name: silent, price: 9 },
          {
            ...row,
            product_name: `Bare Soap ${word}`,
            brand: 'Oat',
            merchant_name: silent,
            price: null,
            image_url: null,
          },
        ],
        { defaultToNull: false },
      )
      .select('id, product_name'),
  )
  const [serum, same, mask, lost, bare] = (products ?? []).map((product) => ({
    ...product,
    path: productPath(product),
  }))
  if (!serum || !same || !mask || !lost || !bare) throw new Error('The products were not made.')
  // Both fell; only one shop lets us say so.
  for (const { id } of [serum, same]) {
    must(
      await service
        .from('products')
        .update({ price_changed_at: daysAgo(60) })
        .eq('id', id),
    )
    must(
      await service
        .from('products')
        .update({ price: id === serum.id ? 20 : 18 })
        .eq('id', id),
    )
  }
  return {
    ...{ service, word, open, silent, category, serum, same, mask, lost, bare },
    async remove() {
      await service.from('products').delete().eq('category', category)
      await service.from('merchants').delete().in('name', [open, silent])
    },
  }
}
