import { expect, test } from 'vitest'
import { removeView, savedViews, saveView } from './saved-views.ts'

function fakeStorage(kept = new Map<string, string>()) {
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a view is found again by its list and name, the newest first, and removed', () => {
  const storage = fakeStorage()
  expect(saveView('products', { name: 'Sold out', search: 'availability=out_of_stock' }, storage)).toBe(true)
  saveView('products', { name: 'Cheap', search: 'price_to=5' }, storage)
  saveView('products', { name: 'Sold out', search: 'q=silk' }, storage)
  expect(savedViews('products', storage)).toEqual([
    { name: 'Sold out', search: 'q=silk' },
    { name: 'Cheap', search: 'price_to=5' },
  ])
  expect(savedViews('merchants', storage)).toEqual([])
  removeView('products', 'Sold out', storage)
  expect(savedViews('products', storage).map(({ name }) => name)).toEqual(['Cheap'])
})

test.each(['{', '7', '[{"name":1}]'])('what is no list of views (%s) is none', (text) => {
  expect(savedViews('products', { getItem: () => text })).toEqual([])
})

test('a browser that keeps nothing says so', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(saveView('products', { name: 'A', search: '' }, full)).toBe(false)
})
