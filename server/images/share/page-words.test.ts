import { expect, test } from 'vitest'
import { pageWords } from './page-words.ts'

const head = (tags: string) =>
  `<html><head>${tags}</head><body><meta property="og:title" content="Not this"/></body></html>`

test('a page’s words are those of its own tags, decoded', () => {
  const html = head(
    '<meta name="description" content="Small &amp; kind"/><meta property="og:site_name" content="Dahlia"/><meta property="og:type" content="website"/><meta property="og:title" content="Tom&#x27;s &quot;Finds&quot;"/>',
  )
  expect(pageWords(html)).toEqual({
    site: 'Dahlia',
    title: 'Tom\'s "Finds"',
    text: 'Small & kind',
    kind: 'website',
    image: null,
  })
})

test('a page without a title of its own has none', () => {
  expect(pageWords(head('<title>Not Found</title>'))).toBeNull()
  expect(pageWords('')).toBeNull()
})

test('a long title is cut at a word', () => {
  const title = pageWords(head(`<meta property="og:title" content="${'finds '.repeat(60)}"/>`))?.title ?? ''
  expect(title).toMatch(/^(finds )*finds…$/)
  expect(title.length).toBeLessThanOrEqual(160)
})
