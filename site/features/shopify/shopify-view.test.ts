import { describe, expect, test } from 'vitest'
import type { Offer } from '#site/features/offer/offer.ts'
import { brandsOf, filterStore, type StoreProduct } from './shopify-product.ts'
import { isNarrowed, parseStoreView, storeHref } from './shopify-view.ts'

const view = (text: string, initial: string | null = null) => parseStoreView(new URLSearchParams(text), initial)

describe('a view of the store', () => {
  test('is the page’s own collection until another one is chosen [S5.4]', () => {
    expect(view('', 'beauty')).toEqual({ collection: 'beauty', brand: null, kind: null })
    expect(view('collection=fashion', 'beauty').collection).toBe('fashion')
    expect(view('collection=all', 'beauty').collection).toBeNull()
  })

  test.each(['collection=a"b', 'collection=', 'collection=../x', 'type=hats', 'brand='])('ignores %s', (text) => {
    expect(view(text, 'beauty')).toEqual(view('', 'beauty'))
  })

  test('has one address, in which the defaults are left out', () => {
    const base = '/shop?tab=shopify'
    for (const text of ['', 'collection=fashion', 'brand=Velloa', 'type=jewelry', 'collection=fashion&brand=A+%26+B']) {
      const href = storeHref({ base, initial: null, view: view(text) })
      expect(href).toBe(text ? `${base}&${text}` : base)
    }
    expect(storeHref({ base: '/shop/beauty', initial: 'beauty', view: view('collection=all', 'beauty') })).toBe(
      '/shop/beauty?collection=all',
    )
  })

  test('is narrowed when anything differs from where it began', () => {
    expect(isNarrowed(view('', 'beauty'), 'beauty')).toBe(false)
    for (const text of ['collection=all', 'brand=Velloa', 'type=jewelry'])
      expect(isNarrowed(view(text, 'beauty'), 'beauty')).toBe(true)
  })
})

describe('products of the store', () => {
  const product = (
    name: string,
    { merchant = 'Velloa', category = 'General', tags = [] as string[] } = {},
  ): StoreProduct => {
    const offer: Offer = {
      ...{ id: 1, name, merchant, source: 'shopify', price: 1, priceWithheld: false, currency: 'USD' },
      ...{ image: null, link: 'https://store.example/x', soldOut: false, asOf: null },
    }
    return { offer, handle: name, category, tags }
  }
  const names = (products: StoreProduct[], filter: Parameters<typeof filterStore>[1]) =>
    filterStore(products, filter).map(({ offer }) => offer.name)

  test('are jewelry by a word in their tags, category or name, however it is written [S5.1] [B5.18]', () => {
    const products = [
      product('Gold NECKLACE'),
      product('Hoops', { tags: ['Earrings'] }),
      product('Plain band', { category: 'Jewellery' }),
      product('Signet ring'),
      product('Charm bracelet'),
      product('Jewelry box'),
      product('Silk scarf', { category: 'Fashion', tags: ['silk'] }),
    ]
    expect(names(products, { brand: null, kind: 'jewelry' })).toHaveLength(6)
    expect(names(products, { brand: null, kind: 'jewelry' })).not.toContain('Silk scarf')
  })

  test('are swimwear by swim, bikini or swimsuit [S5.2] [B5.18]', () => {
    const products = [product('Two-piece', { tags: ['BIKINI'] }), product('Swimsuit'), product('Towel')]
    expect(names(products, { brand: null, kind: 'swimwear' })).toEqual(['Two-piece', 'Swimsuit'])
  })

  test('are of a brand only when the merchant is exactly that [S5.3] [B5.19]', () => {
    const products = [product('A', { merchant: 'Velloa' }), product('B', { merchant: 'Velloa Home' })]
    expect(names(products, { brand: 'Velloa', kind: null })).toEqual(['A'])
    expect(names(products, { brand: 'velloa', kind: null })).toEqual([])
    expect(names(products, { brand: null, kind: null })).toEqual(['A', 'B'])
    expect(brandsOf([...products, ...products])).toEqual(['Velloa', 'Velloa Home'])
  })
})
