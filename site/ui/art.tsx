import { inBoth, versioned } from './image-files.ts'

interface ArtProps {
  name: string
  widths: readonly [number, ...number[]]
  sizes: string
  width: number
  height: number
  className?: string
  /** The largest image of the first screen: asked for before everything else. */
  first?: boolean
}

/** One of our own images, in the formats and widths that public/art holds. Decoration: it has no alternative text. */
export function Art({ name, widths, sizes, width, height, className, first = false }: ArtProps) {
  const { avif, ...files } = inBoth(widths, (w, type) => versioned(`/art/${name}-${w}.${type}`))
  return (
    <picture className={className}>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        {...files}
        sizes={sizes}
        width={width}
        height={height}
        alt=""
        loading={first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding={first ? undefined : 'async'}
      />
    </picture>
  )
}
