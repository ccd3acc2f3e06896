import { join } from 'node:path'
import type { Log } from '#platform'
import { openImageCatalogue } from './catalogue.ts'
import { openDiskCache } from './disk-cache.ts'
import { createEncoders } from './encoders.ts'
import { createImages, IMAGE_MAX_AGE_S, type Images } from './images.ts'
import { createPhotos } from './share/photos.ts'
import { createShareImages, type ShareImages, type ShareImagesOptions } from './share/share-images.ts'
import { imageKey } from './signature.ts'
import { openSiteImages, type SiteImages } from './site-images.ts'

export interface OpenImagesOptions {
  databaseUrl: string
  dataDir: string
  jwtSecret: string
  /** Bytes on the disk. */
  cacheBytes: number
  outboundFetch: typeof fetch
  /** Of the site's own images: part of the address → folder. */
  folders: Readonly<Record<string, string>>
  /** Of those images, as pages write it. */
  version: string | undefined
  log: Log
}

export interface OpenImages {
  /** Of shops. */
  images: Images
  siteImages: SiteImages
  /** Of pages, which need the other images themselves. */
  openShareImages(
    options: Pick<ShareImagesOptions, 'page'> & { stored: (path: string) => Promise<Response> },
  ): ShareImages
  close(): Promise<void>
}

/** With the disk and the database of this process: one cache and one queue for all images that are made here. */
export async function openImages(options: OpenImagesOptions): Promise<OpenImages> {
  const { databaseUrl, dataDir, jwtSecret, cacheBytes, outboundFetch, folders, version, log } = options
  const key = imageKey(jwtSecret)
  const catalogue = openImageCatalogue(databaseUrl)
  const cache = await openDiskCache({
    folder: join(dataDir, 'pictures'),
    maxBytes: cacheBytes,
    maxAgeMs: IMAGE_MAX_AGE_S * 1000,
    onError: (error) => log.warn({ err: error }, 'an image could not be cached on the disk'),
  })
  await catalogue.keepKey(key)
  const encoders = createEncoders()
  const images = createImages({ key, catalogue, cache, encoders, outboundFetch, log })
  const siteImages = await openSiteImages({ folders, version, cache, encoders, log })
  return {
    ...{ images, siteImages },
    openShareImages: ({ page, stored }) =>
      createShareImages({
        page,
        photo: createPhotos({ folders, images, siteImages, stored }),
        cache,
        encoders,
        version,
        log,
      }),
    close: catalogue.close,
  }
}
