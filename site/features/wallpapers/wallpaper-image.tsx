import { ResponsiveImage } from '#site/ui/responsive-image.tsx'

interface WallpaperImageProps {
  image: string
  alt: string
  sizes: string
  /** Shown at once, not when it is scrolled to. */
  now?: boolean
}

/** A wallpaper at preview size, cut to 9:16. */
export const WallpaperImage = ({ image, alt, sizes, now = false }: WallpaperImageProps) => (
  <ResponsiveImage
    src={image}
    alt={alt}
    sizes={sizes}
    widths={[360, 720]}
    width={360}
    height={640}
    loading={now ? undefined : 'lazy'}
    decoding="async"
  />
)
