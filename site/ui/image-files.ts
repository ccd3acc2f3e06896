/** The files an image is offered in. */
export interface ImageFiles {
  /** For whoever takes no srcset. */
  src: string
  srcSet?: string
  /** The same in a smaller format, where it exists. */
  avif?: string
}

/** Browsers cache our own images for a year: with another build they have another address. */
export const lastingAddress = (src: string): string => (/^\/(art|demo)\/[^?]+$/.test(src) ? versioned(src) : src)

export const versioned = (src: string): string => `${src}?v=${import.meta.env.IMAGE_VERSION}`

/** Shops' images that our server makes smaller: `/_image/<product>/<signature>`. */
const sized = /^\/_image\/[^#]+/
/** Those we drew lie beside the large one in two widths: `x.webp`, or a wallpaper's `x-720.webp`. */
const drawn = /^(\/demo\/[acw][\w-]+\/[\w-]+?)(-720)?\.webp$/
/** Uploaded ones are made smaller by the storage service. */
const stored = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/[^?]+$/

/** An image in the widths of its place, where somebody makes it smaller; as it is where nobody does. */
export function imageFiles(src: string, widths: readonly number[]): ImageFiles {
  const [address] = sized.exec(src) ?? []
  if (address) return inBoth(widths, (width, type) => `${address}/${width}.${type}`)
  const [, base, isWallpaper] = drawn.exec(src) ?? []
  if (base) return inBoth(isWallpaper ? [360, 720] : [480, 960], (width, type) => versioned(`${base}-${width}.${type}`))
  if (!stored.test(src)) return { src: lastingAddress(src) }
  const file = (width: number) => `${src.replace('/object/', '/render/image/')}?width=${width}`
  return { src: file(widths[0] ?? 0), srcSet: widthSet(widths, file) }
}

export const inBoth = (widths: readonly number[], file: (width: number, type: string) => string): ImageFiles => ({
  src: file(widths[0] ?? 0, 'webp'),
  srcSet: widthSet(widths, (width) => file(width, 'webp')),
  avif: widthSet(widths, (width) => file(width, 'avif')),
})

const widthSet = (widths: readonly number[], file: (width: number) => string): string =>
  widths.map((width) => `${file(width)} ${width}w`).join()
