import { expect, test } from 'vitest'
import { productAsk } from './product-ask.ts'

test.each([
  ['/products', { category: null, merchant: null, sort: 'newest' }],
  ['/products?category=Home+%26+Decor&sort=price-asc', { category: 'Home & Decor', merchant: null, sort: 'price-asc' }],
  ['/products?merchant=Maison%20Calla&sort=nonsense', { category: null, merchant: 'Maison Calla', sort: 'newest' }],
  ['/search?q=silk+pillowcase', { words: 'silk pillowcase' }],
  ['/p/rose-serum-42', { ids: [42] }],
  ['/p/42', { ids: [42] }],
] as const)('%s asks for products', (href, ask) => {
  expect(productAsk(href)).toEqual(ask)
})

test.each([
  '/skincare',
  '/products?category=Skincare&page=2',
  '/search',
  '/search?q=%20',
  '/p/rose-serum',
  '/p/0',
  '/p/99999999999999999999',
  '/blog/rose-42',
  '//evil.example/products',
  '/\\evil.example/products',
  'https://evil.example/products',
  'https://evil.example/p/x-42',
  '#products',
  '',
])('%s stays a plain link', (href) => {
  expect(productAsk(href)).toBeNull()
})
