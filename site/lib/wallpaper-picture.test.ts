import { expect, test } from 'vitest'
import { previewOf, wallpaperFileName } from './wallpaper-picture.ts'

test.each([
  ['Blush Corner', 'blush-corner.jpg'],
  ['  Moon   Phases ', 'moon-phases.jpg'],
  ['Four O’Clock', 'four-o’clock.jpg'],
  ['One\tline\nmore', 'one-line-more.jpg'],
])('saves %j as %j', (title, name) => {
  expect(wallpaperFileName(title)).toBe(name)
})

test('offers the small pictures that lie beside a drawn one', () => {
  const picture = previewOf('/demo/wallpapers/new-moon-720.webp')
  expect(picture.src).toBe('/demo/wallpapers/new-moon-360.webp?v=v1')
  expect(picture.srcSet).toBe(
    '/demo/wallpapers/new-moon-360.webp?v=v1 360w,/demo/wallpapers/new-moon-720.webp?v=v1 720w',
  )
  expect(picture.avif).toBe('/demo/wallpapers/new-moon-360.avif?v=v1 360w,/demo/wallpapers/new-moon-720.avif?v=v1 720w')
})

test('lets storage make an uploaded one smaller, and leaves any other alone', () => {
  expect(previewOf('/storage/v1/object/public/wallpapers/a.png').srcSet).toBe(
    '/storage/v1/render/image/public/wallpapers/a.png?width=360 360w,/storage/v1/render/image/public/wallpapers/a.png?width=720 720w',
  )
  expect(previewOf('https://pictures.example.com/a.jpg')).toEqual({ src: 'https://pictures.example.com/a.jpg' })
})
