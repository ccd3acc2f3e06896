import { describe, expect, test } from 'vitest'
import { BLOG_CATEGORIES, categoryOfDay, readMinutes, seasonOf, titleNumber } from './calendar.ts'
import { generatePost, MONTHLY_TITLE, monthlyDeals, type NamedProduct, weeklyRoundup } from './generate-post.ts'
import { slugOf } from './slug.ts'
import { templateOf } from './templates.ts'

const products: NamedProduct[] = Array.from({ length: 12 }, (_, index) => ({
  id: index + 1,
  name: `Rose & Fig Balm No. ${index + 1} - 30 ml`,
  merchant: 'Maison <Calla>',
}))
const friday = new Date('2026-11-20T12:00:00Z')
const fixed = () => 0.5

const kept = /^(p|h2|h3|ul|ol|li|a)$/
const tagsOf = (html: string) => [...html.matchAll(/<\/?([a-z0-9]+)/g)].map((tag) => tag[1] ?? '')
const count = (html: string, what: RegExp) => [...html.matchAll(what)].length

describe('a slug', () => {
  test.each([
    ['Monthly Deals: The Top 10 of March 2025', 'monthly-deals-the-top-10-of-march-2025'],
    ["It's  5 o'clock -- really?!", 'its-5-oclock-really'],
    ['  Ends & begins  ', 'ends-begins'],
    ['snake_case stays', 'snake_case-stays'],
  ])('%j becomes %s [S5.10]', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })
})

describe('the calendar', () => {
  test('the season comes from the month [S9.11]', () => {
    const seasons = Array.from({ length: 12 }, (_, month) => seasonOf(new Date(Date.UTC(2026, month, 15)))[0])
    expect(seasons.join('')).toBe('WWSSSSSSFFFW')
  })

  test('numbers of titles run from 5 to 11, minutes from 3 to 7 [S9.11]', () => {
    const all = (of: (random: () => number) => number) =>
      new Set(Array.from({ length: 100 }, (_, index) => of(() => index / 100)))
    expect([...all(titleNumber)]).toEqual([5, 6, 7, 8, 9, 10, 11])
    expect([...all(readMinutes)]).toEqual([3, 4, 5, 6, 7])
    expect(titleNumber(() => 1)).toBe(11)
  })

  test('each weekday has a category [S9.11]', () => {
    const days = Array.from({ length: 7 }, (_, day) => categoryOfDay(new Date(Date.UTC(2026, 10, 15 + day))))
    expect(new Set(days).size).toBe(7)
    for (const day of days) expect(BLOG_CATEGORIES).toContain(day)
  })
})

describe('a generated article', () => {
  test('has five products, five questions, the fixed year and the season in its title [S9.14]', () => {
    const post = generatePost({ date: friday, random: fixed, products, category: 'Beauty' })
    expect(post.title).toMatch(/Fall/)
    expect(post.title).toMatch(/2025/)
    expect(post.slug).toBe(slugOf(post.title))
    expect(post.readTime).toBe('5 min read')
    expect(count(post.content, /<a href="\/p\//g)).toBe(5)
    expect(count(post.content, /<h3>/g)).toBe(5)
    expect(post.postType).toBe('beauty')
  })

  test('takes the category of the weekday when none is given', () => {
    expect(generatePost({ date: friday, random: fixed, products }).category).toBe('Lifestyle')
  })

  test('templates exist for the first five categories, the others fall back to Lifestyle [S3.7]', () => {
    const lifestyle = templateOf('Lifestyle')
    expect(BLOG_CATEGORIES.filter((category) => templateOf(category) !== lifestyle)).toEqual([
      'Beauty',
      'Fashion',
      'Wellness',
      'Relationships',
    ])
    const career = generatePost({ date: friday, random: fixed, products, category: 'Career' })
    expect([career.category, career.content]).toEqual([
      'Career',
      generatePost({ date: friday, random: fixed, products, category: 'Lifestyle' }).content,
    ])
  })

  test('stays readable without a single product', () => {
    const post = generatePost({ date: friday, random: fixed, products: [], category: 'Home' })
    expect(post.content).not.toContain('<ol>')
    expect(post.content).toContain('<p><a href="/products?category=')
  })

  test('holds nothing but what an article may, whatever a feed calls its products', () => {
    const hostile = products.map((product) => ({
      ...product,
      name: '<img src=x onerror=alert(1)>"></a><script>alert(1)</script>',
      merchant: '<b onclick="x">shop</b>',
    }))
    for (const post of [
      ...BLOG_CATEGORIES.map((category) => generatePost({ date: friday, random: fixed, products: hostile, category })),
      weeklyRoundup({ date: friday, random: fixed, products: hostile }),
      monthlyDeals({ random: fixed, products: hostile, fallen: 3, drawnUp: friday }),
    ]) {
      expect(tagsOf(post.content).filter((tag) => !kept.test(tag))).toEqual([])
      for (const [, attributes] of post.content.matchAll(/<[a-z0-9]+( [^>]*)>/g))
        expect(attributes).toMatch(/^ href="\/[^"<>\s]*"$/)
      expect(post.content.length).toBeLessThan(10_000)
    }
  })
})

test('a weekly roundup names its category, its week and how many it found [S9.13]', () => {
  const post = weeklyRoundup({ date: friday, random: fixed, products, category: 'Fashion' })
  expect(post.title).toBe('Weekly Fashion Roundup: 5 Finds for the Week of November 20, 2025')
})

test('the monthly deals are the top ten of the fixed edition, all of them as live cards [S9.12]', () => {
  const post = monthlyDeals({ random: fixed, products, fallen: 10, drawnUp: friday })
  expect(post.title).toBe(MONTHLY_TITLE)
  expect(post.slug).toBe('monthly-deals-the-top-10-of-march-2025')
  expect(count(post.content, /href="\/p\//g)).toBe(10)
  expect(count(post.content, /<p><a href="\/p\/[^"]+">[^<]+<\/a><\/p>/g)).toBe(10)
  expect(post.content).not.toMatch(/\$\d/)
  expect(post.publishedAt).toMatch(/^2025-03-/)
  const [, questions = ''] = post.content.split('Questions and answers')
  expect(count(questions, /<h3>/g)).toBe(5)
  expect(questions, 'of deals, and of no topic of the week').toContain('How were the ten chosen?')
})

test.each([
  [10, 'Ten things that stood below every price of the thirty days before', 'newest'],
  [3, 'The first 3 stood below every price of the thirty days before', 'Ten things that stood'],
  [1, 'The first stood below', 'The first 1'],
  [0, 'Ten things that were the newest in our catalog', 'below every price'],
])('the monthly deals say of %d fallen prices what was so on their day, and that they are kept', (fallen, says, not) => {
  const { content } = monthlyDeals({ random: fixed, products, fallen, drawnUp: friday })
  expect(content).toContain(says)
  expect(content).not.toContain(not)
  expect(content).toContain('drawn up on November 20, 2026')
  expect(content).toContain('its name and date, March 2025, and its ten stay as they were chosen')
})
