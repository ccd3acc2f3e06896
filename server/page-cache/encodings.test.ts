import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodedFor } from './encodings.ts'

const PAGE = `<p>${'A page that is not cached. '.repeat(100)}</p>`
const page = (headers: Record<string, string> = {}, body: string | null = PAGE) =>
  new Response(body, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

describe('a response that is not cached', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ])('is sent to a visitor who takes %j as %s', async (accepted, encoding, unpack) => {
    const response = await encodedFor(accepted, page({ 'content-length': String(PAGE.length), 'x-own': 'kept' }))
    expect(response.status).toBe(404)
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': encoding,
      vary: 'accept-encoding',
      'x-own': 'kept',
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(PAGE.length / 4)
    expect(unpack(bytes).toString()).toBe(PAGE)
  })

  test.each([
    ['a visitor who takes none', undefined, page()],
    ['a few bytes', 'br', page({}, '<p>Gone</p>')],
    ['no body', 'br', page({}, null)],
  ])('stays as it is for %s, and says that it may differ', async (_, accepted, original) => {
    const text = await original.clone().text()
    const response = await encodedFor(accepted, original)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(await response.text()).toBe(text)
  })

  test.each([
    ['an image', page({ 'content-type': 'image/png' })],
    ['what is encoded already', page({ 'content-encoding': 'gzip' })],
  ])('is left alone when it is %s', async (_, original) => {
    expect(await encodedFor('br', original)).toBe(original)
  })
})
