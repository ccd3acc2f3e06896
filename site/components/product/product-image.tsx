import { useCallback, useState } from 'react'

const placeholder = '/placeholder.svg'

interface ProductImageProps {
  src: string | null
  /** Cards name the product beside the picture, so the picture itself says nothing more. */
  alt?: string
  eager?: boolean
}

/** A fixed box: a pulse while the picture loads, the picture, or the placeholder when it is missing or broken. */
export function ProductImage({ src, alt = '', eager = false }: ProductImageProps) {
  const [broken, setBroken] = useState(false)
  // A picture that failed before this script ran has fired its error already.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(true)
  }, [])
  return (
    <span className="frame">
      <img
        ref={check}
        src={broken || !src ? placeholder : src}
        alt={alt}
        width={480}
        height={600}
        loading={eager ? undefined : 'lazy'}
        decoding="async"
        onError={() => setBroken(true)}
      />
    </span>
  )
}
