import { describe, expect, test } from 'vitest'
import { imageFiles, lastingAddress } from './image-files.ts'
import { largestImage } from './largest-image.ts'

const sized = '/_image/7/abcdefghijklmnopqrstuA'

test('gives our own images an address for each build, and leaves all others alone', () => {
  expect(lastingAddress('/demo/products/1.svg')).toBe('/demo/products/1.svg?v=v1')
  for (const other of ['/placeholder.svg', 'https://shop.example/demo/a.jpg', '/storage/v1/a.png', '/art/a.webp?v=0']) {
    expect(lastingAddress(other)).toBe(other)
  }
})

describe('an image is offered', () => {
  test('by our server in the widths of its place, whatever stands behind it', () => {
    const set = (type: string) => [160, 320].map((width) => `${sized}/${width}.${type} ${width}w`).join()
    for (const src of [sized, `${sized}#fedcba`]) {
      expect(imageFiles(src, [160, 320])).toEqual({
        src: `${sized}/160.webp`,
        srcSet: set('webp'),
        avif: set('avif'),
      })
    }
  })

  test.each([
    ['/demo/wallpapers/new-moon-720.webp', '/demo/wallpapers/new-moon', [360, 720]],
    ['/demo/articles/sunday-reset.webp', '/demo/articles/sunday-reset', [480, 960]],
    ['/demo/collections/new-arrivals.webp', '/demo/collections/new-arrivals', [480, 960]],
  ])('in the widths that our server has of a drawn one: %s', (src, base, widths) => {
    const set = (type: string) => widths.map((width) => `${base}-${width}.${type}?v=v1 ${width}w`).join()
    const files = imageFiles(src, [320, 640])
    expect(files).toEqual({ src: `${base}-${widths[0]}.webp?v=v1`, srcSet: set('webp'), avif: set('avif') })
  })

  test('by the storage service where it was uploaded', () => {
    expect(imageFiles('/storage/v1/object/public/wallpapers/a.png', [360, 720])).toEqual({
      src: '/storage/v1/render/image/public/wallpapers/a.png?width=360',
      srcSet:
        '/storage/v1/render/image/public/wallpapers/a.png?width=360 360w,/storage/v1/render/image/public/wallpapers/a.png?width=720 720w',
    })
  })

  test('as it is where nobody makes it smaller', () => {
    for (const src of ['https://pictures.example.com/a.jpg', '/demo/lineup/balm.webp/x', '/placeholder.svg']) {
      expect(imageFiles(src, [360])).toEqual({ src: lastingAddress(src) })
    }
  })
})

test('has one large file of each image', () => {
  expect(largestImage(sized)).toBe(`${sized}/1280.webp`)
  expect(largestImage(`${sized}#fedcba`)).toBe(`${sized}/1280.webp`)
  expect(largestImage('/demo/products/1.svg')).toBe('/demo/products/1.svg')
  expect(largestImage('https://shop.example/a.jpg#b')).toBe('https://shop.example/a.jpg#b')
})
