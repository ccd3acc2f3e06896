import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { silentLog } from '#platform'
import { openDiskCache } from '../disk-cache.ts'
import { createEncoders } from '../encoders.ts'
import { createShareImages, type Photo, type ShareImages } from './share-images.ts'

interface Page {
  title: string
  type?: string
  description?: string
  thumbnail?: string
}

let folder: string
let pages: Record<string, Page | Response>
let photo: ReturnType<typeof vi.fn<(address: string) => Promise<Photo>>>
let shareImages: ShareImages

const html = ({ title, type = 'website', description = 'Some finds', thumbnail }: Page) =>
  `<head><title>${title}</title><meta name="description" content="${description}"/><meta property="og:site_name" content="Dahlia"/><meta property="og:type" content="${type}"/><meta property="og:title" content="${title}"/>${thumbnail ? `<meta name="thumbnail" content="${thumbnail}"/>` : ''}</head>`

const get = (path: string) => shareImages.fetch(new Request(`http://shop.test${path}`))
const bytesOf = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer())
const stored = async () =>
  (await readdir(join(folder, 'cache'), { recursive: true })).filter((name) => name.endsWith('jpeg'))
/** The colour in the middle of the photo's place. */
const colourAt = async (image: Buffer) => {
  const { data } = await sharp(image)
    .extract({ left: 940, top: 300, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'share-'))
  pages = {
    '/': { title: 'Finds' },
    '/blog/tea': { title: 'Tea at four', type: 'article', thumbnail: '/demo/articles/tea.webp' },
  }
  photo = vi.fn(async () => null)
  const cache = await openDiskCache({
    ...{ folder: join(folder, 'cache'), maxBytes: 1e7, maxAgeMs: 1e9 },
    onError: (error) => expect.unreachable(String(error)),
  })
  shareImages = createShareImages({
    async page(path) {
      const page = pages[path]
      return page instanceof Response || page === undefined ? (page ?? new Response('', { status: 404 })) : html(page)
    },
    photo: (address) => photo(address),
    ...{ cache, encoders: createEncoders(), version: 'v1', log: silentLog },
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a share image', () => {
  test.each([
    ['/_share/wide.jpg', 1200, 630],
    ['/_share/tall.jpg', 1000, 1500],
    ['/_share/wide/blog/tea.jpg', 1200, 630],
    ['/_share/tall/blog/tea.jpg', 1000, 1500],
  ])('%s is a JPEG of %i × %i', async (path, width, height) => {
    const response = await get(path)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const head = await sharp(await response.arrayBuffer()).metadata()
    expect(head).toMatchObject({ format: 'jpeg', width, height })
  })

  test('shows what the page says, whatever the address adds', async () => {
    const plain = await bytesOf('/_share/wide/blog/tea.jpg')
    for (const query of ['?v=1', '?title=Buy+now', '?v=2&og:title=Mine']) {
      expect((await bytesOf(`/_share/wide/blog/tea.jpg${query}`)).equals(plain)).toBe(true)
    }
    expect(await stored()).toHaveLength(1)
  })

  test('is another when the page’s title has changed', async () => {
    const before = await bytesOf('/_share/wide/blog/tea.jpg')
    pages['/blog/tea'] = { title: 'Tea at five', type: 'article' }
    expect((await bytesOf('/_share/wide/blog/tea.jpg')).equals(before)).toBe(false)
  })

  test('does not print what is said of a product or an article, where a price may stand', async () => {
    for (const type of ['product', 'article']) {
      pages['/p/balm-1'] = { title: 'Balm', type, description: 'Now 12 dollars' }
      const before = await bytesOf('/_share/wide/p/balm-1.jpg')
      pages['/p/balm-1'] = { title: 'Balm', type, description: 'Now 15 dollars' }
      expect((await bytesOf('/_share/wide/p/balm-1.jpg')).equals(before)).toBe(true)
    }
  })

  test('shows the page’s image where it may be copied, and a flower where not', async () => {
    const plain = await bytesOf('/_share/wide/blog/tea.jpg')
    const green = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#00a000' } })
      .png()
      .toBuffer()
    photo.mockResolvedValue({ bytes: green, ours: false })
    pages['/blog/tea'] = { title: 'Tea at four', type: 'article', thumbnail: '/_image/7/abc/1280.webp' }
    const [red = 0, lime = 0] = await colourAt(await bytesOf('/_share/wide/blog/tea.jpg'))
    expect(photo).toHaveBeenLastCalledWith('/_image/7/abc/1280.webp')
    expect(lime - red).toBeGreaterThan(100)
    const [plainRed = 0, plainGreen = 0] = await colourAt(plain)
    expect(plainRed).toBeGreaterThan(plainGreen)
  })

  test('of a page whose image is broken does without it', async () => {
    photo.mockResolvedValue({ bytes: Buffer.from('no image'), ours: false })
    expect((await get('/_share/wide/blog/tea.jpg')).status).toBe(200)
  })

  test('is put off while its page or its image cannot be had', async () => {
    photo.mockResolvedValue('later')
    pages['/'] = new Response('', { status: 503 })
    for (const path of ['/_share/wide.jpg', '/_share/wide/blog/tea.jpg']) {
      const response = await get(path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([503, 'no-store'])
    }
    expect(await stored()).toEqual([])
  })

  test.each([
    '/_share/wide/no-such-page.jpg',
    '/_share/huge.jpg',
    '/_share/wide//elsewhere.example.jpg',
    '/_share/wide/_share/wide.jpg',
    `/_share/wide/${'a'.repeat(400)}.jpg`,
  ])('is none of %s', async (path) => {
    expect((await get(path)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  test('is drawn once however many ask', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => get('/_share/tall/blog/tea.jpg')))
    expect(new Set(responses.map((response) => response.headers.get('etag'))).size).toBe(1)
    expect(photo).toHaveBeenCalledTimes(1)
  })

  test('has the site’s name where a title has no letters in its fonts', async () => {
    pages['/blog/tea'] = { title: '茶のじかん' }
    expect((await get('/_share/wide/blog/tea.jpg')).status).toBe(200)
  })
})
