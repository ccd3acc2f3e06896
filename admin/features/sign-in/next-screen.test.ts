import { expect, test } from 'vitest'
import { nextScreen } from './next-screen.ts'

test.each([
  ['/wallpapers', '/wallpapers'],
  ['/wallpapers?tab=collections', '/wallpapers?tab=collections'],
  ['/dashboard#site-settings', '/dashboard#site-settings'],
  [null, '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['javascript:alert(1)', '/dashboard'],
  ['/login', '/dashboard'],
  ['/unauthorized', '/dashboard'],
])('after sign-in %s leads to %s [B2.24]', (wanted, screen) => {
  expect(nextScreen(wanted)).toBe(screen)
})
