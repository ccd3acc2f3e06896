import { LRUCache } from 'lru-cache'
import { type Log, outageOf } from '#platform'
import { createAddresses } from './addresses.ts'
import type { ImageCatalogue } from './catalogue.ts'
import type { DiskCache } from './disk-cache.ts'
import { createEncoders, type Encoders, QueueFullError, refuse } from './encoders.ts'
import { createFairQueue } from './fair-queue.ts'
import { fetchSource, NoImageError } from './fetch-source.ts'
import { type ImagePath, parseImagePath } from './image-path.ts'
import { imageResponse, later, missing } from './image-response.ts'
import { resizeImage, tonesOf } from './resize.ts'
import type { ImageKey } from './signature.ts'

export interface Images {
  /**
   * GET /_image/…: 200, 304, 404 (not signed, not allowed, or no image there) or 503 (later). `visitor` is the address
   * that waits for it, undefined for the process itself.
   */
  fetch(request: Request, visitor?: string): Promise<Response>
  stats(): { made: number; failed: number; hits: number; bytes: number }
}

export interface ImagesOptions {
  key: ImageKey
  catalogue: Pick<ImageCatalogue, 'addressesOf' | 'keepTones'>
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

/** Sixty megabytes wait in memory at most; of one shop half of the places, so that one whose machine hangs stops no other. */
const LIMITS = { concurrency: 6, maxWaiting: 200 }
/** A shop that is down is asked again after this. */
const FAILED_FOR_MS = 300_000
/** Signatures are only remembered of images that there are. */
const MAX_FAILED = 20_000
/** Half of all places: one address can ask for every width of every image, and others still get theirs. */
const MAX_EACH_VISITOR = 100

/** Seconds. The address changes with the image's; how long one is cached on our disk says how old it may be. */
export const IMAGE_MAX_AGE_S = 30 * 86_400

/**
 * Images of shops in the sizes and formats that pages ask for: signed by the shop's tables, fetched by the guarded
 * client, made once however many ask, cached on the disk.
 */
export function createImages(options: ImagesOptions): Images {
  const { key, catalogue, cache, outboundFetch, log, now = Date.now, limits = LIMITS } = options
  const { encoders = createEncoders() } = options
  const sources = createFairQueue({ ...limits, maxEach: Math.ceil(limits.concurrency / 2), refuse })
  const visitors = createShares(MAX_EACH_VISITOR)
  const addressOf = createAddresses({ key, catalogue, now })
  const failed = new LRUCache<string, true>({ max: MAX_FAILED, ttl: FAILED_FOR_MS, ttlResolution: 0, perf: { now } })
  const underWay = new Map<string, Promise<Buffer>>()
  const counts = { made: 0, failed: 0, hits: 0 }

  async function imageOf(path: ImagePath, address: string, visitor: string | undefined): Promise<Buffer> {
    const name = `${path.signature}-${path.width}.${path.format}`
    const cached = await cache.read(name)
    if (cached) {
      counts.hits += 1
      return cached
    }
    if (failed.get(path.signature)) throw new NoImageError('it failed a moment ago')
    const making = () => once(name, () => sources.run(new URL(address).host, () => make({ path, address, name })))
    return visitor === undefined ? making() : visitors.run(visitor, making)
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
        log.info({ err: error, product: path.productId }, 'an image could not be made')
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
    async fetch(request, visitor) {
      const path = parseImagePath(new URL(request.url).pathname)
      if (!path) return missing()
      try {
        const address = await addressOf(path)
        if (address === null) return missing()
        const image = await imageOf(path, address, visitor)
        const cacheControl = `public, max-age=${IMAGE_MAX_AGE_S}`
        return imageResponse({ request, image, type: path.format, cacheControl })
      } catch (error) {
        if (error instanceof NoImageError) return missing()
        // The absence of the database is told once, where it is noticed: each image of each page would tell it again.
        if (!(error instanceof QueueFullError) && outageOf(error) !== 'database')
          log.error({ err: error }, 'an image could not be given')
        return later()
      }
    },
    stats: () => ({ ...counts, bytes: cache.bytes() }),
  }
}

/** Work that one visitor waits for at a time; beyond its share it is refused. */
function createShares(most: number) {
  const waiting = new Map<string, number>()
  return {
    async run<Result>(visitor: string, work: () => Promise<Result>): Promise<Result> {
      const before = waiting.get(visitor) ?? 0
      if (before >= most) throw refuse()
      waiting.set(visitor, before + 1)
      try {
        return await work()
      } finally {
        const left = (waiting.get(visitor) ?? 1) - 1
        if (left > 0) waiting.set(visitor, left)
        else waiting.delete(visitor)
      }
    },
  }
}
