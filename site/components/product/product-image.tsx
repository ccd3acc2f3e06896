import { useCallback, useState } from 'react'

const placeholder = '/placeholder.svg'

interface ProductImageProps {
  src: string | null
  /** Cards name the product beside the picture, so the picture itself says nothing more. */
  alt?: string
  eager?: boolean
  /** The largest picture of the first screen: asked for before everything else. */
  first?: boolean
}

/** A fixed box: a skeleton while the picture loads, the picture, or the placeholder when it is missing or broken. */
export function ProductImage({ src, alt = '', eager = false, first = false }: ProductImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading')
  // A picture that loaded or failed before this script ran has fired its event already.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.currentSrc) setState(image.naturalWidth > 0 ? 'loaded' : 'broken')
  }, [])
  return (
    <span className="frame" data-picture={src ? state : 'missing'}>
      <img
        ref={check}
        src={state === 'broken' || !src ? placeholder : src}
        alt={alt}
        width={480}
        height={600}
        loading={eager ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        onLoad={() => setState((now) => (now === 'broken' ? now : 'loaded'))}
        onError={() => setState('broken')}
      />
    </span>
  )
}
