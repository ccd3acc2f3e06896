import { describe, expect, test } from 'vitest'
import { servingHeaders } from './serving-headers.ts'

describe('what a browser is told', () => {
  test.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])('shows %s in place', (type) => {
    expect(servingHeaders(type, null)).toEqual({
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'none',
    })
  })
  test.each([
    'image/svg+xml',
    'application/pdf',
    'text/plain',
    'application/xhtml+xml',
    'text/xml',
    'nonsense',
    '',
  ])('offers %s for saving, in a sandbox', (type) => {
    expect(servingHeaders(type, null)).toMatchObject({
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })
  test('never serves a page as a page', () => {
    expect(servingHeaders('Text/HTML; charset=utf-8', null)['content-type']).toBe('text/plain; charset=utf-8')
  })
})

describe('download names', () => {
  test.each([
    ['', 'attachment;'],
    ['test.jpg', "attachment; filename=test.jpg; filename*=UTF-8''test.jpg"],
    [
      "näh it's (1).png",
      "attachment; filename=n%C3%A4h%20it%27s%20%281%29.png; filename*=UTF-8''n%C3%A4h%20it%27s%20%281%29.png",
    ],
    [
      'a"\r\nSet-Cookie: x',
      "attachment; filename=a%22%0D%0ASet-Cookie%3A%20x; filename*=UTF-8''a%22%0D%0ASet-Cookie%3A%20x",
    ],
  ])('%j becomes %s', (name, header) => {
    expect(servingHeaders('image/png', name)['content-disposition']).toBe(header)
  })
})
