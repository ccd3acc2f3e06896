/** What one address asks for. */
export interface ImagePath {
  productId: string
  /** Base64url, 22 characters. */
  signature: string
  /** Pixels; one of `IMAGE_WIDTHS`. */
  width: number
  format: ImageFormat
}

export type ImageFormat = 'avif' | 'webp'

/** The ladder: others are not made, or anybody could fill the disk with one image. site/ui/image-files.ts chooses among these. */
export const IMAGE_WIDTHS: readonly number[] = [160, 320, 480, 640, 960, 1280]

/** The last character of 16 bytes in base64url has two bits of its own: one signature is spelt one way. */
const PATH = /^\/_image\/([1-9]\d{0,17})\/([\w-]{21}[AQgw])\/([1-9]\d{2,3})\.(avif|webp)$/

/** `/_image/<product>/<signature>/<width>.<format>`; null for everything else. */
export function parseImagePath(path: string): ImagePath | null {
  const [, productId, signature, widthText, format] = PATH.exec(path) ?? []
  const width = Number(widthText)
  if (!productId || !signature || !IMAGE_WIDTHS.includes(width)) return null
  return { productId, signature, width, format: format === 'avif' ? 'avif' : 'webp' }
}
