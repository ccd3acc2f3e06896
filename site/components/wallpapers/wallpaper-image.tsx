import { previewOf } from '../../lib/wallpaper-picture.ts'

interface WallpaperImageProps {
  image: string
  alt: string
  sizes: string
  /** Shown at once, not when it is scrolled to. */
  now?: boolean
}

/** A wallpaper at preview size, cut to 9:16. */
export function WallpaperImage({ image, alt, sizes, now = false }: WallpaperImageProps) {
  const { src, srcSet, avif } = previewOf(image)
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        src={src}
        srcSet={srcSet}
        sizes={srcSet && sizes}
        alt={alt}
        width={360}
        height={640}
        loading={now ? undefined : 'lazy'}
        decoding="async"
      />
    </picture>
  )
}
