import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#platform'
import type { DiskCache } from './disk-cache.ts'
import { type Encoders, QueueFullError } from './encoders.ts'
import type { ImageFormat } from './image-path.ts'
import { imageResponse, later } from './image-response.ts'
import { resizeImage } from './resize.ts'

export interface SiteImages {
  /** null when the address names no image that is made from a file of the site. */
  fetch(request: Request): Promise<Response | null>
}

export interface SiteImagesOptions {
  /** Where the site's image folders lie: part of the address → folder. */
  folders: Readonly<Record<string, string>>
  cache: DiskCache
  encoders: Encoders
  /** What pages write behind the addresses of this build's images, as `?v=`. */
  version: string | undefined
  log: Log
}

/** An image that is made from a file. */
interface Derived {
  file: string
  width: number
  format: ImageFormat
}

/** What pages offer of a wallpaper (site/ui/image-files.ts): of each, only its original is a file. */
const WALLPAPER_WIDTHS = [360, 720] as const
/** Of an AVIF that lies at `name-960.avif`. */
const SIZED = /^(.+)-([1-9]\d{2,3})\.avif$/

const FOR_EVER = 'public, max-age=31536000, immutable'
/** As the files beside them (http/static-files.ts). */
const A_WHILE = 'public, max-age=3600, stale-while-revalidate=86400'

/**
 * The site's own images in the widths and formats that are no files: a WebP of every AVIF, for the browsers that take no
 * AVIF, and the widths of every wallpaper. All of them are listed at start, so no address makes any other; each is made
 * when it is first asked for and cached on the disk under the hash of its original.
 */
export async function openSiteImages(options: SiteImagesOptions): Promise<SiteImages> {
  const { cache, encoders, version, log } = options
  const derived = await listDerived(options.folders)
  const underWay = new Map<string, Promise<Buffer>>()

  async function make({ file, width, format }: Derived): Promise<Buffer> {
    const original = await readFile(file)
    const hash = createHash('sha256').update(original).digest('base64url').slice(0, 22)
    const name = `${hash}-${width}.${format}`
    const cached = await cache.read(name)
    if (cached) return cached
    const made = await encoders.run(() => resizeImage(original, { width, format }))
    await cache.write(name, made)
    return made
  }

  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const wanted = derived.get(pathname)
      if (!wanted) return null
      const making = underWay.get(pathname) ?? make(wanted).finally(() => underWay.delete(pathname))
      underWay.set(pathname, making)
      try {
        const cacheControl = version !== undefined && search === `?v=${version}` ? FOR_EVER : A_WHILE
        return imageResponse({ request, image: await making, type: wanted.format, cacheControl })
      } catch (error) {
        if (!(error instanceof QueueFullError)) log.error({ err: error, pathname }, 'an image of the site was not made')
        return later()
      }
    },
  }
}

/** Every address that is no file, and what it is made from. */
async function listDerived(folders: SiteImagesOptions['folders']): Promise<Map<string, Derived>> {
  const derived = new Map<string, Derived>()
  for (const [part, folder] of Object.entries(folders)) {
    // The widest last: it also stands behind the name without a width.
    const names = (await readdir(folder, { recursive: true })).sort((a, b) => widthOf(a) - widthOf(b))
    const files = new Set(names)
    const add = (name: string, made: Derived) => files.has(name) || derived.set(`/${part}/${name}`, made)
    for (const name of names) {
      const file = join(folder, name)
      const [, base, width] = SIZED.exec(name) ?? []
      if (base) {
        const webp = { file, width: Number(width), format: 'webp' } as const
        add(`${base}-${width}.webp`, webp)
        add(`${base}.webp`, webp)
      } else if (name.startsWith('wallpapers/') && name.endsWith('.jpg')) {
        for (const width of WALLPAPER_WIDTHS)
          for (const format of ['avif', 'webp'] as const)
            add(`${name.slice(0, -4)}-${width}.${format}`, { file, width, format })
      }
    }
  }
  return derived
}

const widthOf = (name: string): number => Number(SIZED.exec(name)?.[2] ?? 0)
