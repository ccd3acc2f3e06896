import type { ComponentProps } from 'react'
import { safeAddress } from '#domain/safe-address.ts'
import { imageFiles } from './image-files.ts'

interface ResponsiveImageProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet'> {
  src: string
  /** How wide it is shown, as HTML has it. */
  sizes: string
  /** Pixels, where our server makes it smaller: steps of its ladder (server/images/image-path.ts). */
  widths?: readonly number[]
}

/** Stands in for an image that is missing, broken, or at an address that no page may carry. */
export const placeholder = '/placeholder.svg'

/** An image in the sizes and formats there are of it. Decoration unless it is given an alternative text. */
export function ResponsiveImage({ src, sizes, widths = [320, 480, 640], alt = '', ...rest }: ResponsiveImageProps) {
  const { avif, ...files } = imageFiles(safeAddress(src) ?? placeholder, widths)
  const image = <img {...rest} alt={alt} {...files} sizes={files.srcSet && sizes} />
  return avif ? (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      {image}
    </picture>
  ) : (
    image
  )
}
