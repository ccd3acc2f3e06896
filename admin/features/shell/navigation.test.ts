import { expect, test } from 'vitest'
import { places } from '#domain/places.ts'
import { navigation } from './navigation.ts'

test('of the back office the public inventory knows its door alone, which is never listed [B2.14]', () => {
  expect(Object.entries(places).filter(([path]) => path.startsWith('/admin'))).toEqual([['/admin/login', 'personal']])
})

test('no screen is listed twice, in whichever group', () => {
  const all = navigation.flatMap(({ items }) => items.map(({ to }) => to))
  expect(new Set(all).size).toBe(all.length)
})
