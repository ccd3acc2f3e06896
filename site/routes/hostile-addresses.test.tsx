import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { safeAddress } from '#domain/safe-address.ts'
import { CollectionCard } from '#site/features/collections/collection-card.tsx'
import { Hero } from '#site/features/home/hero.tsx'
import { defaultHero } from '#site/features/home/homepage-settings.ts'
import { ArticleCard } from '#site/features/journal/article-card.tsx'
import { LeadArticle } from '#site/features/journal/lead-article.tsx'
import { ProductCard } from '#site/features/listing/product-card.tsx'
import type { Offer } from '#site/features/offer/offer.ts'
import { OutboundLink } from '#site/features/offer/outbound-link.tsx'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import { Gallery } from '#site/features/wallpapers/gallery.tsx'

/** What feeds, editors and settings may have stored, by whichever way it came in. */
const hostile = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>',
  '//evil.example/x',
  '/\\evil.example',
]

const article = {
  slug: 'one',
  title: 'One',
  excerpt: null,
  category: 'Beauty',
  read_time: null,
  created_at: '2026-11-20',
}
const wallpaper = { id: '1', title: 'Sky', description: null, download_count: 0 }
const offer: Offer = {
  ...{ id: 1, name: 'Serum', merchant: 'Loam', source: 'awin', price: 5, priceWithheld: undefined, currency: 'USD' },
  ...{ asOf: null, page: '/p/serum-1', image: null, link: '' },
}

/** Whatever of the site shows an address that comes from data, with that address in every place that takes one. */
const blocks: Record<string, (address: string) => ReactNode> = {
  'a product': (address) => <ProductCard offer={{ ...offer, link: address, image: address }} slot="test" />,
  'a link to a merchant or a brand': (address) => (
    <OutboundLink href={address} merchant="Loam" product="Serum" slot="test" />
  ),
  'an image': (address) => <ProductImage src={address} />,
  'a collection': (address) => (
    <CollectionCard collection={{ id: '1', title: 'Gifts', subtitle: null, path: address, image_url: address }} />
  ),
  'the hero’s settings': (address) => <Hero settings={{ data: { ...defaultHero, image: address } }} />,
  'an article': (address) => <ArticleCard article={{ ...article, image_url: address }} />,
  'the leading article': (address) => <LeadArticle article={{ ...article, image_url: address }} />,
  'a wallpaper': (address) => (
    <Gallery
      slug="sky"
      wallpapers={{ status: 'loaded', data: [{ ...wallpaper, image_url: address, download_url: address }] }}
      loading={false}
    />
  ),
}

const drawn = (element: ReactNode) =>
  renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)

/** Every address in a page, each of a set by itself. */
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/ (href|src|action|poster|srcset)="([^"]*)"/gi)].flatMap(([, name, value = '']) =>
    name?.toLowerCase() === 'srcset' ? value.split(',').map((part) => part.trim().split(' ')[0] ?? '') : [value],
  )

describe.each(Object.entries(blocks))('%s', (_name, block) => {
  test.each(hostile)('carries no address like %j', (address) => {
    const found = addressesIn(drawn(block(address)).replaceAll('&amp;', '&'))
    expect(found.filter((one) => safeAddress(one) !== one)).toEqual([])
  })
})
