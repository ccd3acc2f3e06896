import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPhotos } from './photos.ts'
import type { Photo } from './share-images.ts'

let folder: string
const asked: string[] = []
let photos: (address: string) => Promise<Photo>

beforeEach(async () => {
  asked.length = 0
  folder = await mkdtemp(join(tmpdir(), 'photos-'))
  await writeFile(join(folder, 'tea.svg'), 'a drawing')
  const give = (text: string) => async (request: Request | string) => {
    asked.push(typeof request === 'string' ? request : new URL(request.url).pathname)
    return new Response(text)
  }
  photos = createPhotos({
    folders: { demo: folder },
    images: { fetch: async (request) => new Response(null, { status: request.url.includes('busy') ? 503 : 404 }) },
    siteImages: { fetch: give('made') },
    stored: give('stored'),
  })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const text = (photo: Photo) =>
  photo === null || photo === 'later' ? photo : { ...photo, bytes: photo.bytes.toString() }

test('an image of ours is copied, a file or made of one', async () => {
  expect(text(await photos('/demo/tea.svg'))).toEqual({ bytes: 'a drawing', ours: true })
  expect(text(await photos('/demo/articles/tea.webp'))).toEqual({ bytes: 'made', ours: true })
})

test('an uploaded image is copied', async () => {
  const path = '/storage/v1/object/public/articles/tea.png'
  expect(text(await photos(`https://shop.test${path}`))).toEqual({ bytes: 'stored', ours: false })
  expect(asked).toEqual([path])
})

test('a shop’s image is left out where the catalogue does not give it, and waited for where it is busy', async () => {
  expect(await photos('/_image/7/abcdefghijklmnopqrstuA/1280.webp')).toBeNull()
  expect(await photos('/_image/7/busy/1280.webp')).toBe('later')
})

test.each([
  'https://shop.example/a.jpg',
  '//shop.example/a.jpg',
  '/demo/../secrets.json',
  '/etc/passwd',
  'data:image/png;base64,AA',
])('nothing else is read: %s', async (address) => {
  expect(await photos(address)).toBeNull()
  expect(asked).toEqual([])
})
