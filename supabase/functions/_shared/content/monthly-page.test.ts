import { expect, test } from 'vitest'
import { type MonthlyDeal, monthlyDealsHtml } from './monthly-page.ts'

const deal = (id: number, category: string, name = `Thing ${id}`): MonthlyDeal => ({
  ...{ id, name, category, brand: 'Loam', merchant: 'Kiln & Clay' },
})

test('lists each of the ten once, and leads to each on a line of its own, where its live card stands', () => {
  const categories = [
    'Skincare',
    'Makeup',
    'Beauty',
    'Tools',
    'Hair',
    'Fragrance',
    'Fashion',
    'Gifts',
    'Fitness',
    'Other',
  ]
  const html = monthlyDealsHtml(categories.map((category, index) => deal(index + 1, category)))
  const lines = html.split('\n').flatMap((line) => /^<p><a href="\/p\/(\d+)">[^<]*<\/a><\/p>$/.exec(line)?.[1] ?? [])
  expect(lines.toSorted((a, b) => Number(a) - Number(b))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
  expect(html.match(/<li>/g)).toHaveLength(10)
  expect(html).toContain('Numbers 1 to 4 of 10.')
  expect(html).toContain('March')
})

test('never puts more cards in a row than the site shows', () => {
  const html = monthlyDealsHtml(Array.from({ length: 10 }, (_, index) => deal(index + 1, 'Gifts')))
  const rows = html.split('</em>').map((part) => part.match(/<p><a href="\/p\//g)?.length ?? 0)
  expect(rows).toEqual([4, 4, 2, 0])
})

test('writes names as text, whatever a feed calls its products', () => {
  const html = monthlyDealsHtml([deal(1, 'Gifts', '<img src=x onerror=alert(1)> "Bowl" & more')])
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;Bowl&quot; &amp; more')
})
