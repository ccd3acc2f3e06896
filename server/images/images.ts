import { LRUCache } from 'lru-cache'
import { createBoundedQueue, type Log, outageOf } from '#platform'
import type { ImageCatalogue } from './catalogue.ts'
import type { DiskCache } from './disk-cache.ts'
import { createEncoders, type Encoders, QueueFullError, refuse } from './encoders.ts'
import { fetchSource, NoImageError } from './fetch-source.ts'
import { type ImagePath, parseImagePath } from './image-path.ts'
import { imageResponse, later, missing } from './image-response.ts'
import { resizeImage, tonesOf } from './resize.ts'
import type { ImageKey } from './signature.ts'

export interface Images {
  /** GET /_image/…: 200, 304, 404 (not signed, not allowed, or no image there) or 503 (later). */
  fetch(request: Request): Promise<Response>
  stats(): { made: number; failed: number; hits: number; bytes: number }
}

/** What the catalogue said of a product, and when. */
interface Catalogued {
  address: string | null
  askedAt: number
}

export interface ImagesOptions {
  key: ImageKey
  catalogue: Pick<ImageCatalogue, 'addressOf' | 'keepTones'>
  cache: DiskCache
  /** The guarded way out to the internet. */
  outboundFetch: typeof fetch
  log: Log
  /** Shared with whoever else encodes. */
  encoders?: Encoders
  now?: () => number
  /** Images being made at once, and those that wait for it. */
  limits?: { concurrency: number; maxWaiting: number }
}

/** Six shops may be slow at once without holding each other up, and sixty megabytes wait in memory at most. */
const LIMITS = { concurrency: 6, maxWaiting: 200 }
/** A shop that forbids copying, or a image that was replaced, is noticed after this by an address somebody still has. */
const ALLOWED_FOR_MS = 600_000
/** How soon the database is asked of the same product again when a signature is not of the image we know. */
const ASK_AGAIN_MS = 2_000
/** A shop that is down is asked again after this. */
const FAILED_FOR_MS = 300_000
/** Some megabytes of memory, and more products than are looked at in the times above. */
const MAX_REMEMBERED = 20_000

/** Seconds. The address changes with the image's; how long one is kept on our disk says how old it may be. */
export const IMAGE_MAX_AGE_S = 30 * 86_400

/**
 * Images of shops in the sizes and formats that pages ask for: signed by the shop's tables, fetched by the guarded
 * client, made once however many ask, cached on the disk.
 */
export function createImages(options: ImagesOptions): Images {
  const { key, catalogue, cache, outboundFetch, log, now = Date.now, limits = LIMITS } = options
  const { encoders = createEncoders() } = options
  const sources = createBoundedQueue({ ...limits, refuse })
  const catalogued = ttlCache<Catalogued>(ALLOWED_FOR_MS, now)
  const failed = ttlCache<true>(FAILED_FOR_MS, now)
  const underWay = new Map<string, Promise<Buffer>>()
  const counts = { made: 0, failed: 0, hits: 0 }

  /** Where the image is, null unless the catalogue says so, its shop allows it and the signature is right. */
  async function addressOf({ productId, signature }: ImagePath): Promise<string | null> {
    const known = catalogued.get(productId)
    if (isSigned(known)) return known.address
    // It may have another image since; whoever guesses may ask the database that often and no more.
    if (known && now() - known.askedAt < ASK_AGAIN_MS) return null
    const asked = { address: await catalogue.addressOf(productId), askedAt: now() }
    catalogued.set(productId, asked)
    return isSigned(asked) ? asked.address : null

    function isSigned(found: Catalogued | undefined): found is { address: string; askedAt: number } {
      return typeof found?.address === 'string' && key.isSigned(found.address, signature)
    }
  }

  async function picture(path: ImagePath, address: string): Promise<Buffer> {
    const name = `${path.signature}-${path.width}.${path.format}`
    const cached = await cache.read(name)
    if (cached) {
      counts.hits += 1
      return cached
    }
    if (failed.get(path.signature)) throw new NoImageError('it failed a moment ago')
    return once(name, () => sources.run(() => make({ path, address, name })))
  }

  async function make({ path, address, name }: { path: ImagePath; address: string; name: string }): Promise<Buffer> {
    try {
      const source = await once(`${path.signature}.source`, () => sourceOf(path, address))
      const made = await encoders.run(() => resizeImage(source, path))
      counts.made += 1
      await cache.write(name, made)
      return made
    } catch (error) {
      if (error instanceof NoImageError) {
        counts.failed += 1
        failed.set(path.signature, true)
        log.info({ err: error, product: path.productId }, 'a picture could not be made')
      }
      throw error
    }
  }

  /** Kept as it came: the next width is made without asking the shop again. */
  async function sourceOf({ productId, signature }: ImagePath, address: string): Promise<Buffer> {
    const name = `${signature}.source`
    const cached = await cache.read(name)
    if (cached) return cached
    const source = await fetchSource(address, outboundFetch)
    const tones = await encoders.run(() => tonesOf(source))
    await cache.write(name, source)
    if (tones !== null) {
      await catalogue.keepTones({ productId, signature, tones }).catch((error: unknown) => {
        log.warn({ err: error }, 'the colours of an image could not be stored')
      })
    }
    return source
  }

  /** Whoever asks for the same meanwhile waits for the same. */
  function once(name: string, work: () => Promise<Buffer>): Promise<Buffer> {
    const begun = underWay.get(name) ?? work().finally(() => underWay.delete(name))
    underWay.set(name, begun)
    return begun
  }

  return {
    async fetch(request) {
      const path = parseImagePath(new URL(request.url).pathname)
      if (!path) return missing()
      try {
        const address = await addressOf(path)
        if (address === null) return missing()
        const image = await picture(path, address)
        const cacheControl = `public, max-age=${IMAGE_MAX_AGE_S}`
        return imageResponse({ request, image, type: path.format, cacheControl })
      } catch (error) {
        if (error instanceof NoImageError) return missing()
        // The absence of the database is told once, where it is noticed: each image of each page would tell it again.
        if (!(error instanceof QueueFullError) && outageOf(error) !== 'database')
          log.error({ err: error }, 'a picture could not be given')
        return later()
      }
    },
    stats: () => ({ ...counts, bytes: cache.bytes() }),
  }
}

/** Facts that hold for a while, the newest of them. */
function ttlCache<Value extends object | true>(ttl: number, now: () => number): LRUCache<string, Value> {
  return new LRUCache({ max: MAX_REMEMBERED, ttl, ttlResolution: 0, perf: { now } })
}
