import { expect, test } from 'vitest'
import { safeAddress } from './safe-address.ts'

test.each([
  'https://shop.example/a?b=c#d',
  'http://shop.example/',
  'mailto:hello@dahlia.example',
  '/products?category=Skincare',
  '/',
  '#deals',
])('%s may be linked to', (address) => {
  expect(safeAddress(address)).toBe(address)
})

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://shop.example/1',
  'file:///etc/passwd',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'not a link',
  '',
  null,
  undefined,
])('%j is no address for a page', (address) => {
  expect(safeAddress(address)).toBeNull()
})
