import { createHash, randomUUID } from 'node:crypto'
import type { Log } from '#platform'
import type { DiskCache } from '../disk-cache.ts'
import { type Encoders, QueueFullError } from '../encoders.ts'
import { imageResponse, later, missing } from '../image-response.ts'
import { composeShareImage } from './compose.ts'
import { type PageWords, pageWords } from './page-words.ts'
import { parseSharePath, type ShareShape } from './share-path.ts'
import { openTypeface, type Typeface } from './typeface.ts'

export interface ShareImages {
  /** GET /_share/…: 200, 304, 404 (no such page) or 503 (later). */
  fetch(request: Request): Promise<Response>
}

/** Bytes, or null where there are none: `later` when they can be had in a moment. */
export type Photo = { bytes: Buffer; ours: boolean } | null | 'later'

export interface ShareImagesOptions {
  /** The page as everybody is shown it: its text, or a response when it may not be cached; null when it is none. */
  page(path: string, requestId: string): Promise<string | Response | null>
  /** An image that a page shows, when we may copy it: ours, uploaded, or of a shop that allows it. */
  photo(address: string): Promise<Photo>
  cache: DiskCache
  encoders: Encoders
  /** Our own images change with the build, under the same address. */
  version: string | undefined
  log: Log
}

/** Raised when the drawing changes, so that no image of the old one is given. */
const DRAWING = 1
/** Networks keep their own copies; pages name a new address (`?v=`) when their words change. */
const CACHE_CONTROL = 'public, max-age=3600, stale-while-revalidate=86400'

/**
 * An image of each public page for the networks where it is shared: its own title, and its image where we may copy it.
 * The words come from the page as everybody is shown it and never from the address, so nobody can make others; and there
 * are as many images as pages, in two shapes, cached on the disk under what is drawn.
 */
export function createShareImages(options: ShareImagesOptions): ShareImages {
  const { cache, encoders, version, log } = options
  const underWay = new Map<string, Promise<Buffer | 'later'>>()
  let typeface: Promise<Typeface> | undefined

  async function make(name: string, shape: ShareShape, words: PageWords): Promise<Buffer | 'later'> {
    const cached = await cache.read(name)
    if (cached) return cached
    const photo = words.image ? await options.photo(words.image) : null
    if (photo === 'later') return photo
    typeface ??= openTypeface()
    const type = await typeface
    const made = await encoders.run(() =>
      composeShareImage({ shape, words, photo, typeface: type }).catch((error: unknown) => {
        if (photo === null) throw error
        log.info({ err: error, image: words.image }, 'an image was left out of a share image')
        return composeShareImage({ shape, words, photo: null, typeface: type })
      }),
    )
    await cache.write(name, made)
    return made
  }

  return {
    async fetch(request) {
      const path = parseSharePath(new URL(request.url).pathname)
      if (!path) return missing()
      try {
        const page = await textOf(await options.page(path.page, randomUUID()))
        if (page === null) return later()
        const words = pageWords(page)
        if (!words) return missing()
        const name = nameOf(path.shape, words, version)
        const making = underWay.get(name) ?? make(name, path.shape, words).finally(() => underWay.delete(name))
        underWay.set(name, making)
        const image = await making
        return image === 'later'
          ? later()
          : imageResponse({ request, image, type: 'jpeg', cacheControl: CACHE_CONTROL })
      } catch (error) {
        if (!(error instanceof QueueFullError)) log.error({ err: error, ...path }, 'a share image was not made')
        return later()
      }
    },
  }
}

/** null when the page cannot be shown now, empty when there is none. */
async function textOf(page: string | Response | null): Promise<string | null> {
  if (!(page instanceof Response)) return page ?? ''
  if (page.status === 200) return page.text()
  await page.body?.cancel()
  return page.status >= 500 ? null : ''
}

/** Everything that is drawn stands in the name: a page that says something else has another image. */
function nameOf(shape: ShareShape, words: PageWords, version: string | undefined): string {
  const drawn = JSON.stringify([DRAWING, shape, words, version])
  return `${createHash('sha256').update(drawn).digest('base64url').slice(0, 22)}.${shape}.jpeg`
}
