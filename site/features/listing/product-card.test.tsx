import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Offer } from '#site/features/offer/offer.ts'
import { ProductCard } from './product-card.tsx'

const offer: Offer = {
  id: 1,
  name: 'Velvet Lip Balm <script>',
  merchant: 'Maison Orvel',
  source: 'awin',
  price: 24,
  priceWithheld: false,
  currency: 'USD',
  image: '/demo/balm.webp',
  link: 'https://shop.example/p?a=1&b=2',
  soldOut: false,
  asOf: null,
  page: '/p/velvet-lip-balm-script-1',
}
const render = (change: Partial<Offer> = {}) =>
  renderToStaticMarkup(<ProductCard slot="list" offer={{ ...offer, ...change }} />)

describe('a product card', () => {
  test('shows image, name, merchant and price; its name leads to our page, one paid link leads out [S2.5.9] [S7.12]', () => {
    const html = render()
    expect(html).toContain('<a href="/p/velvet-lip-balm-script-1"')
    expect(html.match(/rel="sponsored/g)).toHaveLength(1)
    expect(html).toContain('data-outbound="list" data-product="1" data-merchant="Maison Orvel"')
    expect(html).toContain('src="/demo/balm.webp?v=v1"')
    expect(html).toContain('Velvet Lip Balm &lt;script&gt;')
    expect(html).toContain('$24.00')
    expect(html.match(/<a /g)).toHaveLength(2)
    expect(html).toContain('target="_blank" rel="sponsored nofollow noopener"')
    expect(html).toContain('(opens Maison Orvel in a new tab)')
  })

  test('says when there is no price, and when the shop must be asked [S2.5.11] [S8.27]', () => {
    expect(render({ price: null })).toContain('Price unavailable')
    expect(render({ price: null, priceWithheld: true })).toContain('See price at Maison Orvel')
  })

  test('shows the placeholder for a missing image [S3.10]', () => {
    expect(render({ image: null })).toContain('src="/placeholder.svg"')
  })

  test('shows what it cost before only where that is proven', () => {
    expect(render()).not.toContain('<s ')
    const html = render({ was: 30 })
    expect(html).toMatch(/Now .*\$24\.00.*was .*\$30\.00<\/s>/)
    expect(html).toContain('Price drop')
    expect(html).toContain('20% below its earlier 30-day low of $30.00')
    expect(render({ was: 30, price: null, priceWithheld: true })).not.toMatch(/\$30|Price drop/)
  })

  test('leaves to its list when the price was known, but for Amazon’s, whose licence wants it at each price', () => {
    const asOf = '2026-11-20T08:05:00Z'
    expect(render({ asOf })).not.toContain('as of')
    expect(render({ asOf, source: 'amazon' })).toContain(
      'as of <time dateTime="2026-11-20T08:05:00Z">Nov 20, 08:05 UTC</time>',
    )
  })

  test('has at most two badges, and says sold out only when the data does', () => {
    expect(render({ isNew: true })).toContain('<li class="badge">New</li>')
    const all = render({ soldOut: true, was: 30, isNew: true })
    expect(all.match(/class="badge"/g)).toHaveLength(2)
    expect(all).toContain('>Sold out<')
    expect(render()).not.toContain('badge')
  })

  test('has a labelled heart, which stands for the product and not for a find of the same number', () => {
    expect(render()).toMatch(/aria-pressed="false" aria-label="Save Velvet Lip Balm &lt;script&gt;" data-save="1"/)
    const find = render({ page: undefined })
    expect(find).toContain('data-save="find-1"')
    expect(find).not.toContain('data-product')
    expect(find.match(/<a /g)).toHaveLength(1)
  })

  test('drops the verb when the product is sold out', () => {
    expect(render({ soldOut: true })).toContain('Sold out at Maison Orvel')
    expect(render({ soldOut: true })).not.toContain('Shop at')
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    'not a link',
  ])('never links to %s', (link) => {
    expect(render({ link })).not.toMatch(/target="_blank"|sponsored/)
  })
})
