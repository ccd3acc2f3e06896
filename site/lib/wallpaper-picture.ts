import { lastingAddress, widthSet } from './picture.ts'

/** The gallery a visitor sees first (specification, 2.9). */
export const defaultGallery = 'pink-phone-wallpapers'

/** The name a download is saved under: the title in lower case, each run of spaces a hyphen (specification, 7.3). */
export const wallpaperFileName = (title: string): string => `${title.trim().toLowerCase().replaceAll(/\s+/g, '-')}.jpg`

export interface PreviewPicture {
  src: string
  srcSet?: string
  /** The same in a smaller format, where it exists. */
  avif?: string
}

const widths = [360, 720] as const
const drawn = /^(\/demo\/wallpapers\/[\w-]+)-720\.webp$/
const stored = /^(?:https?:\/\/[^/]+)?\/storage\/v1\/object\/public\/[^?]+$/

/**
 * The small pictures of a gallery. Those we drew lie beside the large one; uploaded ones are made smaller by the storage
 * service; one from anywhere else is shown as it is.
 */
export function previewOf(image: string): PreviewPicture {
  const base = drawn.exec(image)?.[1]
  if (base) {
    const set = (type: string) => widthSet(widths, (width) => lastingAddress(`${base}-${width}.${type}`))
    return { src: lastingAddress(`${base}-360.webp`), srcSet: set('webp'), avif: set('avif') }
  }
  if (stored.test(image)) {
    const sized = (width: number) => `${image.replace('/object/', '/render/image/')}?width=${width}`
    return { src: sized(360), srcSet: widthSet(widths, sized) }
  }
  return { src: image }
}
