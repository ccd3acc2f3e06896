import { join } from 'node:path'
import type { Log } from '#platform'
import { openPictureCatalogue } from './catalogue.ts'
import { openDiskCache } from './disk-cache.ts'
import { createPictures, PICTURE_MAX_AGE_S, type Pictures } from './images.ts'
import { pictureKey } from './signature.ts'

export interface OpenPicturesOptions {
  databaseUrl: string
  dataDir: string
  jwtSecret: string
  /** Bytes on the disk. */
  cacheBytes: number
  outboundFetch: typeof fetch
  log: Log
}

/** With the disk and the database of this process. */
export async function openPictures(options: OpenPicturesOptions): Promise<Pictures & { close(): Promise<void> }> {
  const { databaseUrl, dataDir, jwtSecret, cacheBytes, outboundFetch, log } = options
  const key = pictureKey(jwtSecret)
  const catalogue = openPictureCatalogue(databaseUrl)
  const cache = await openDiskCache({
    folder: join(dataDir, 'pictures'),
    maxBytes: cacheBytes,
    maxAgeMs: PICTURE_MAX_AGE_S * 1000,
    onError: (error) => log.warn({ err: error }, 'a picture could not be kept on the disk'),
  })
  await catalogue.keepKey(key)
  return { ...createPictures({ key, catalogue, cache, outboundFetch, log }), close: catalogue.close }
}
