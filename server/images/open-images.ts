import { join } from 'node:path'
import type { Log } from '#platform'
import { openImageCatalogue } from './catalogue.ts'
import { openDiskCache } from './disk-cache.ts'
import { createImages, IMAGE_MAX_AGE_S, type Images } from './images.ts'
import { imageKey } from './signature.ts'

export interface OpenImagesOptions {
  databaseUrl: string
  dataDir: string
  jwtSecret: string
  /** Bytes on the disk. */
  cacheBytes: number
  outboundFetch: typeof fetch
  log: Log
}

/** With the disk and the database of this process. */
export async function openImages(options: OpenImagesOptions): Promise<Images & { close(): Promise<void> }> {
  const { databaseUrl, dataDir, jwtSecret, cacheBytes, outboundFetch, log } = options
  const key = imageKey(jwtSecret)
  const catalogue = openImageCatalogue(databaseUrl)
  const cache = await openDiskCache({
    folder: join(dataDir, 'pictures'),
    maxBytes: cacheBytes,
    maxAgeMs: IMAGE_MAX_AGE_S * 1000,
    onError: (error) => log.warn({ err: error }, 'a picture could not be kept on the disk'),
  })
  await catalogue.keepKey(key)
  return { ...createImages({ key, catalogue, cache, outboundFetch, log }), close: catalogue.close }
}
