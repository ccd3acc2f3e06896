import { expect, test } from 'vitest'
import { toSuggestion } from './suggestions.ts'

test.each([
  [{ kind: 'word', label: 'rose & oat', link: null, id: null }, '/search?q=rose+%26+oat'],
  [{ kind: 'category', label: 'Home & Decor', link: null, id: null }, '/products?category=Home+%26+Decor'],
  [{ kind: 'product', label: 'Velvet Lipstick', link: null, id: 12 }, '/p/velvet-lipstick-12'],
  [{ kind: 'article', label: 'A guide', link: '/blog/a-guide', id: null }, '/blog/a-guide'],
])('the suggestion %o leads to %s', (row, href) => {
  expect(toSuggestion(row)).toEqual({ kind: row.kind, label: row.label, href })
})

test.each([
  null,
  1,
  {},
  { kind: 'word' },
  { kind: 'spell', label: 'x' },
  { kind: 'product', label: 'x', id: '1' },
])('%j is no suggestion', (row) => {
  expect(toSuggestion(row)).toBeNull()
})
