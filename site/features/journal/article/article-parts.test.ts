import { expect, test } from 'vitest'
import { contentHtml } from '#domain/content-html.ts'
import { questionsData } from '../article-data.ts'
import { articleSections, productAsks } from './article-parts.ts'

const sectionsOf = (source: string) => articleSections(contentHtml(source))
const shelf = (to: string) => `<p><a href="${to}">See them</a></p>`

test('cuts a text at its headings, and names each for the contents list', () => {
  const sections = sectionsOf(
    '<p>First.</p><h2>Care &amp; <em>keeping</em></h2><p>Wash.</p><h3>Cold</h3><h2>Care &amp; keeping</h2>',
  )
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    [null, null],
    ['s-care-keeping', 'Care & keeping'],
    ['s-care-keeping-2', 'Care & keeping'],
  ])
  expect(sections[1]?.parts).toEqual([
    { kind: 'html', html: '<h2>Care &amp; <em>keeping</em></h2>\n<p>Wash.</p>\n<h3>Cold</h3>' },
  ])
})

test('a paragraph that is one link to our products is followed by them', () => {
  const [section] = sectionsOf(`<p>Words.</p>${shelf('/products?category=Hair&amp;sort=price-asc')}<p>More.</p>`)
  expect(section?.parts.map((part) => (part.kind === 'html' ? 'text' : part.ask))).toEqual([
    'text',
    { category: 'Hair', merchant: null, sort: 'price-asc' },
    'text',
  ])
})

test('products named one after the other stand together, as many as a top ten has', () => {
  const ids = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]
  const asks = productAsks(sectionsOf(ids.map((id) => shelf(`/p/thing-${id}`)).join('\n')))
  expect(asks).toEqual([{ ids: ids.slice(0, 10) }])
})

test.each([
  '<p>See <a href="/products">them</a></p>',
  '<p><a href="/products">one</a> <a href="/products">two</a></p>',
  '<ul><li><p><a href="/products">nested</a></p></li></ul>',
  '<p><a href="https://evil.example/products">elsewhere</a></p>',
  '<p><a href="/blog/rose">a page</a></p>',
  '<a href="/products">no paragraph</a>',
])('%s stays as it is', (source) => {
  expect(productAsks(sectionsOf(source))).toEqual([])
})

test('an article has at most six rows of products', () => {
  const many = Array.from({ length: 9 }, (_, index) => shelf(`/search?q=thing+${index}`)).join('')
  expect(productAsks(sectionsOf(many))).toHaveLength(6)
})

test('loses no text, however the tags are nested or left open', () => {
  for (const source of [
    'plain',
    '<p>a<p>b',
    '<h2>x<p>y</h2>z',
    '<ul><li>one<li>two</ul>tail',
    '</p>a<br>b',
    '<h2><h2>a',
  ]) {
    const html = contentHtml(source)
    const joined = articleSections(html).flatMap(({ parts }) =>
      parts.map((part) => (part.kind === 'html' ? part.html : '')),
    )
    expect(joined.join('').replace(/\s/g, '')).toBe(html.replace(/\s/g, ''))
  }
})

test('questions and their answers are named for search engines', () => {
  const data = questionsData(
    sectionsOf(
      '<h2>Questions and answers</h2><h3>How <em>long</em>?</h3><p>Ten minutes.</p><p>No more.</p><h3>Daily?</h3><p>No &amp; no.</p><h3>Why?</h3>',
    ),
  )
  expect(data?.mainEntity.map((question) => [question.name, question.acceptedAnswer.text])).toEqual([
    ['How long?', 'Ten minutes. No more.'],
    ['Daily?', 'No & no.'],
  ])
  expect(questionsData(sectionsOf('<h2>Only one?</h2><p>Yes.</p>'))).toBeNull()
})
