import { expect, test } from 'vitest'
import { categoryLinks, hasKinds, linksWithin } from './category-links.ts'

const directory = {
  entries: [
    { name: 'Beauty', slug: 'beauty', items: 4 },
    { name: 'Fitness', slug: 'fitness', items: 9 },
    { name: 'Makeup', slug: 'makeup', items: 41 },
  ],
  pages: 3,
}

test('a category leads to the page that was written for it, the others to their own', () => {
  expect(categoryLinks(directory).map(({ path }) => path)).toEqual([
    '/categories/beauty',
    '/categories/fitness',
    '/makeup',
  ])
})

test('beauty in general leads on to its kinds, with how many items each has', () => {
  expect(hasKinds('Beauty')).toBe(true)
  expect(linksWithin('Beauty', categoryLinks(directory))).toEqual([{ name: 'Makeup', path: '/makeup', items: 41 }])
  expect(hasKinds('Makeup')).toBe(false)
  expect(hasKinds('constructor')).toBe(false)
})
