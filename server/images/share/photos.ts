import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Images } from '../images.ts'
import type { SiteImages } from '../site-images.ts'
import type { Photo } from './share-images.ts'

interface PhotosOptions {
  /** Of the site's own images: part of the address → folder. */
  folders: Readonly<Record<string, string>>
  images: Pick<Images, 'fetch'>
  siteImages: SiteImages
  /** An uploaded one, from the storage service. */
  stored(path: string): Promise<Response>
}

const OWN = /^\/([a-z]+)\/((?:[\w-]+\/)*[\w-]+\.(?:avif|jpg|svg|webp))$/
const STORED = /^(?:https?:\/\/[^/]+)?(\/storage\/v1\/object\/public\/[^?#]+)$/
/** Any host will do: only the path is read. */
const HERE = 'http://127.0.0.1'

/**
 * The images that may be copied into another. A shop's has an address of ours (`/_image/…`) exactly where its merchant
 * lets us store it (may_store_image), and the server asks the catalogue again; one at its shop's own address is left out.
 */
export function createPhotos({
  folders,
  images,
  siteImages,
  stored,
}: PhotosOptions): (address: string) => Promise<Photo> {
  return async (address) => {
    if (address.startsWith('/_image/')) return photoOf(await images.fetch(new Request(HERE + address)), false)
    const [, path] = STORED.exec(address) ?? []
    if (path) return photoOf(await stored(path), false)
    const [, part = '', name = ''] = OWN.exec(address) ?? []
    const folder = folders[part]
    if (folder === undefined) return null
    const bytes = await readFile(join(folder, name)).catch(() => null)
    if (bytes) return { bytes, ours: true }
    const made = await siteImages.fetch(new Request(HERE + address))
    return made && photoOf(made, true)
  }
}

async function photoOf(response: Response, ours: boolean): Promise<Photo> {
  if (response.status === 200) return { bytes: Buffer.from(await response.arrayBuffer()), ours }
  await response.body?.cancel()
  return response.status >= 500 ? 'later' : null
}
