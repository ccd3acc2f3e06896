import { expect, test } from 'vitest'
import { wallpaperFileName } from './wallpaper-file.ts'

test.each([
  ['Blush Corner', 'blush-corner.jpg'],
  ['  Moon   Phases ', 'moon-phases.jpg'],
  ['Four O’Clock', 'four-o’clock.jpg'],
  ['One\tline\nmore', 'one-line-more.jpg'],
])('saves %j as %j [S7.15]', (title, name) => {
  expect(wallpaperFileName(title)).toBe(name)
})
