import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { bodyOf, imageOf } from '../../supabase/functions/_shared/content/seeded-articles.ts'
import { ARTICLES } from './articles.ts'
import { PAGES } from './pages.ts'

const bodies = new Map(
  await Promise.all(
    ARTICLES.map(async (article) => {
      const own = new URL(`./articles/${article.slug}.html`, import.meta.url)
      return [article.slug, existsSync(own) ? await readFile(own, 'utf8') : await bodyOf(article)] as const
    }),
  ),
)
const pageBodies = await Promise.all(
  PAGES.map(
    async ({ url, file }) => [url, await readFile(new URL(`./pages/${file}.html`, import.meta.url), 'utf8')] as const,
  ),
)
const texts: (readonly [string, string])[] = [...bodies, ...pageBodies]

const words = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length
const links = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map((link) => link[1] ?? '')

test('the journal has at least twenty articles, over every blog category [S3.6]', () => {
  expect(ARTICLES.length).toBeGreaterThanOrEqual(20)
  const categories = new Set(ARTICLES.map((article) => article.category))
  for (const category of 'Beauty Fashion Wellness Relationships Lifestyle Self-Care Home Finance Career Fitness'.split(
    ' ',
  ))
    expect(categories, category).toContain(category)
  expect(new Set(ARTICLES.map((article) => article.slug)).size).toBe(ARTICLES.length)
})

test.each([...bodies])('%s has 600 to 1,500 words, is shown whole, and has products and questions', (_slug, html) => {
  expect(words(html)).toBeGreaterThanOrEqual(600)
  expect(words(html)).toBeLessThanOrEqual(1500)
  expect(html.length).toBeLessThan(10_000)
  expect(html).toMatch(/<p><a href="\/(products|search)/)
  expect(html).toContain('<h2>Questions and answers</h2>')
})

test.each(texts)('%s uses nothing that is not shown, and American spelling', (_name, html) => {
  const tags = new Set([...html.matchAll(/<\/?([a-z0-9]+)/g)].map((tag) => tag[1]))
  expect([...tags].filter((tag) => !/^(p|br|strong|em|u|h[2-6]|ul|ol|li|a)$/.test(tag ?? ''))).toEqual([])
  expect(
    [...html.matchAll(/<[a-z0-9]+ ([a-z-]+)=/g)].map((attribute) => attribute[1]).filter((name) => name !== 'href'),
  ).toEqual([])
  expect(html).not.toMatch(/colour|moisturis|favourite|neighbour|\bgrey\b|catalogue|organis|\bmetre|programme\b/i)
})

test.each(texts)('%s links to articles and pages that exist', (_name, html) => {
  const pages = new Set([
    ...PAGES.map((page) => page.url),
    '/blog',
    '/contact',
    '/offers',
    '/products',
    '/search',
    '/quiz/spirit-animal',
    '/wallpapers',
    '/stores',
    '/me',
    '/shop',
    '/all-deals',
  ])
  const broken = links(html).filter((href) => {
    const path = href.split('?', 1)[0] ?? ''
    return path.startsWith('/blog/') ? !bodies.has(path.slice(6)) : !pages.has(path)
  })
  expect(broken).toEqual([])
})

test('every article has its picture', () => {
  // Its largest form, of which the server makes the address that the article names.
  for (const article of ARTICLES)
    expect(
      existsSync(imageOf(article).replace('/demo', 'demo/images').replace('.webp', '-960.avif')),
      article.slug,
    ).toBe(true)
})
