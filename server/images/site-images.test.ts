import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog } from '#platform'
import { openDiskCache } from './disk-cache.ts'
import { createEncoders } from './encoders.ts'
import { openSiteImages, type SiteImages } from './site-images.ts'

const origin = 'http://127.0.0.1'
let folder: string
let siteImages: SiteImages
const stored = async () =>
  (await readdir(join(folder, 'cache'), { recursive: true })).filter((name) => name.includes('.'))

const get = (path: string, headers: HeadersInit = {}) => siteImages.fetch(new Request(origin + path, { headers }))

const headOf = async (response: Response | null) => sharp(await response?.arrayBuffer()).metadata()

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-images-'))
  const drawn = sharp({ create: { width: 960, height: 640, channels: 3, background: '#c9a25c' } })
  await mkdir(join(folder, 'demo', 'wallpapers'), { recursive: true })
  await mkdir(join(folder, 'demo', 'articles'))
  await drawn
    .clone()
    .resize(144, 312)
    .jpeg()
    .toFile(join(folder, 'demo', 'wallpapers', 'dusk.jpg'))
  for (const width of [480, 960])
    await drawn
      .clone()
      .resize(width)
      .avif()
      .toFile(join(folder, 'demo', 'articles', `tea-${width}.avif`))
  const onError = (error: unknown) => expect.unreachable(String(error))
  const cache = await openDiskCache({ folder: join(folder, 'cache'), maxBytes: 1e6, maxAgeMs: 1e6, onError })
  const folders = { demo: join(folder, 'demo') }
  siteImages = await openSiteImages({ folders, cache, encoders: createEncoders(), version: 'v1', log: silentLog })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the site’s own images', () => {
  test('come in every width and format that pages offer of them, but those that are files', async () => {
    // As site/ui/image-files.ts names them.
    const made = [
      ...['360.avif', '720.avif', '360.webp', '720.webp'].map((form) => `/demo/wallpapers/dusk-${form}`),
      ...[480, 960].map((width) => `/demo/articles/tea-${width}.webp`),
    ]
    for (const path of made) {
      const response = await get(path)
      const { format, width } = await headOf(response)
      expect([path, response?.status]).toEqual([path, 200])
      expect(response?.headers.get('content-type')).toBe(path.endsWith('avif') ? 'image/avif' : 'image/webp')
      expect(format).toBe(path.endsWith('avif') ? 'heif' : 'webp')
      // Never wider than the original.
      expect(width).toBe(path.includes('dusk') ? 144 : Number(/\d+/.exec(path)?.[0]))
    }
    expect(await get('/demo/articles/tea-960.avif')).toBeNull()
  })

  test('have their largest form under the name without a width', async () => {
    const response = await get('/demo/articles/tea.webp')
    expect((await headOf(response)).width).toBe(960)
  })

  test('are made once, and cached for ever where the address names this build', async () => {
    const [first, second] = await Promise.all([
      get('/demo/articles/tea-480.webp?v=v1'),
      get('/demo/articles/tea-480.webp?v=v0'),
    ])
    expect(first?.headers.get('cache-control')).toMatch(/immutable/)
    expect(second?.headers.get('cache-control')).not.toMatch(/immutable/)
    expect(await stored()).toHaveLength(1)
    const again = await get('/demo/articles/tea-480.webp', { 'if-none-match': first?.headers.get('etag') ?? '' })
    expect(again?.status).toBe(304)
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    '/demo/articles/tea-481.webp',
    '/demo/articles/tea-9999.avif',
    '/demo/wallpapers/dusk-100.webp',
    '/demo/wallpapers/dusk.webp',
    '/demo/articles/%2e%2e/wallpapers/dusk-360.png',
  ])('are none but those: %s', async (path) => {
    expect(await get(path)).toBeNull()
    expect(await stored()).toEqual([])
  })
})
