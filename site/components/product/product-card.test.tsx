import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Offer } from '../../lib/offer.ts'
import { ProductCard } from './product-card.tsx'

const offer: Offer = {
  id: 1,
  name: 'Velvet Lip Balm <script>',
  merchant: 'Maison Orvel',
  category: 'Makeup',
  source: 'awin',
  price: 24,
  priceWithheld: false,
  currency: 'USD',
  image: '/demo/balm.webp',
  link: 'https://shop.example/p?a=1&b=2',
  soldOut: false,
  asOf: null,
  addedAt: '2026-11-20T00:00:00Z',
}
const render = (change: Partial<Offer> = {}) => renderToStaticMarkup(<ProductCard offer={{ ...offer, ...change }} />)

describe('a product card', () => {
  test('shows image, name, merchant and price, and one paid link', () => {
    const html = render()
    expect(html).toContain('src="/demo/balm.webp"')
    expect(html).toContain('Velvet Lip Balm &lt;script&gt;')
    expect(html).toContain('$24.00')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('target="_blank" rel="sponsored nofollow noopener"')
    expect(html).toContain('(opens Maison Orvel in a new tab)')
  })

  test('says when there is no price, and when the shop must be asked', () => {
    expect(render({ price: null })).toContain('Price unavailable')
    expect(render({ price: null, priceWithheld: true })).toContain('See price at Maison Orvel')
  })

  test('shows the placeholder for a missing image', () => {
    expect(render({ image: null })).toContain('src="/placeholder.svg"')
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
    expect(render({ link })).not.toContain('<a ')
  })
})
