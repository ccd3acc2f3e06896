import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createOutboundFetch } from '../http/outbound-fetch.ts'
import {
  answerWith,
  asked,
  get,
  gives,
  imageOf,
  listed,
  origin,
  photo,
  reopen,
  withImageMerchant,
} from './testing/image-merchant.ts'

withImageMerchant()

describe('a source', () => {
  const failing = async (end = '320.avif') => {
    const reply = await get(`${await listed()}/${end}`)
    expect([reply.status, await reply.text()]).toEqual([404, ''])
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60')
  }

  test.each([
    'http://127.0.0.1/a.jpg',
    'http://localhost/a.jpg',
    'http://169.254.169.254/a.jpg',
    'http://[::1]/a.jpg',
  ])('in our own network is not asked: %s', async (address) => {
    await reopen({ outboundFetch: createOutboundFetch() })
    const own = await listed({ image_url: address.replace(/\/a\.jpg$/, `:${new URL(origin).port}/a.jpg`) })
    expect((await get(`${own}/320.avif`)).status).toBe(404)
    expect(asked).toEqual([])
  })

  test.each([
    ['a page', '<!doctype html><title>Not found</title>'],
    [
      'a drawing that may carry script',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['nothing', ''],
    ['a beginning only', '\xff\xd8\xff'],
    ['a document', '%PDF-1.7'],
  ])('that is %s is no picture, whatever the shop calls it', async (_case, body) => {
    gives(Buffer.from(body, 'latin1'), 'image/jpeg')
    await failing()
  })

  test('that only some programs can read is no image', async () => {
    gives(await photo(400, 400).tiff().toBuffer())
    await failing()
  })

  test('that breaks off is no image', async () => {
    const jpeg = await photo(2000, 2000).jpeg().toBuffer()
    gives(jpeg.subarray(0, jpeg.length / 2))
    await failing()
  })

  test('with more pixels than a photo has is refused before it is unpacked', async () => {
    gives(await photo(8000, 8000).png({ compressionLevel: 9 }).toBuffer())
    await failing()
  })

  test('with more than ten megabytes is refused', async () => {
    const huge = createOutboundFetch({ isAllowed: () => true, maxBytes: 1e9 })
    await reopen({ outboundFetch: huge })
    gives(Buffer.concat([await photo(10, 10).jpeg().toBuffer(), Buffer.alloc(10 * 1024 * 1024)]))
    await failing()
  })

  test.each([404, 403, 500])('that is answered with %i is missing, and not asked for again at once', async (status) => {
    answerWith((response) => response.writeHead(status).end())
    let now = 1_000_000
    await reopen({ now: () => now })
    const address = await listed()
    for (const end of ['320.avif', '320.avif', '640.webp']) expect((await get(`${address}/${end}`)).status).toBe(404)
    expect(asked).toHaveLength(1)
    gives(await photo(400, 400).png().toBuffer())
    now += 300_001
    expect((await get(`${address}/320.avif`)).status).toBe(200)
  })

  test.each([
    ['png', () => photo(400, 400).png()],
    ['webp', () => photo(400, 400).webp()],
    ['avif', () => photo(400, 400).avif()],
    ['gif', () => photo(400, 400).gif()],
    ['grey', () => photo(400, 400).greyscale().png()],
    ['of four inks', () => photo(400, 400).toColourspace('cmyk').jpeg()],
  ])('may be %s', async (_type, make) => {
    gives(await make().toBuffer(), 'application/octet-stream')
    const reply = await get(`${await listed()}/160.webp`)
    expect(reply.status).toBe(200)
    expect((await sharp(await reply.bytes()).metadata()).width).toBe(160)
  })

  test('loses what it says of its photographer, and stands upright', async () => {
    const named = photo(600, 300).withExif({ IFD0: { Artist: 'Somebody' } })
    gives(await named.withMetadata({ orientation: 6 }).jpeg().toBuffer())
    const reply = await get(`${await listed()}/160.webp`)
    const made = await sharp(await reply.bytes()).metadata()
    expect([made.exif, made.icc, made.orientation, made.width, made.height]).toEqual([
      ...[undefined, undefined, undefined],
      ...[160, 320],
    ])
  })

  test('much taller than wide stays within bounds', async () => {
    gives(await photo(200, 6000).png().toBuffer())
    const made = await sharp(await (await get(`${await listed()}/160.webp`)).bytes()).metadata()
    expect(made.height).toBe(480)
  })

  test('tells its colours to whoever lists it next, unless something shines through', async () => {
    const half = await photo(100, 50).png().toBuffer()
    const two = sharp({ create: { width: 100, height: 100, channels: 3, background: '#3366ff' } })
    gives(
      await two
        .composite([{ input: half, top: 0, left: 0 }])
        .png()
        .toBuffer(),
    )
    const address = await listed()
    await get(`${address}/160.webp`)
    expect(await imageOf(address.split('/')[2] ?? '')).toMatch(new RegExp(`^${address}#[abc]3[5-8][345][5-8][ef]$`))

    gives(
      await sharp({ create: { width: 100, height: 100, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    )
    const clear = await listed({ image_url: `${origin}/clear.png` })
    expect((await get(`${clear}/160.webp`)).status).toBe(200)
    expect(await imageOf(clear.split('/')[2] ?? '')).toBe(clear)
  })
})
