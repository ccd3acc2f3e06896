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
  test.each([
    'Text/HTML; charset=utf-8',
    'text/javascript; charset=utf-8',
    'TEXT/JavaScript1.5; charset=utf-8',
    'application/x-ecmascript; charset=utf-8',
  ])('never serves %s as anything that runs', (type) => {
    expect(servingHeaders(type, null)['content-type']).toBe('text/plain; charset=utf-8')
  })
  test.each([
    'image/png;,text/html',
    'image/png,text/html',
    'text/css, text/javascript',
    'image/png;a="',
    'x/y/z',
  ])('reads %s as browsers do: never as what comes last', async (type) => {
    const headers = servingHeaders(type, null)
    // The parser of fetch() is the browsers': of a list it takes the last type it knows.
    const { type: believed } = await new Response('', { headers }).blob()
    expect(believed).not.toMatch(/html|javascript/)
    expect(servingHeaders('image/png; charset=utf-7', null)['content-type']).toBe('image/png')
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
