import { useCallback, useState } from 'react'
import * as controls from '#design/controls.module.css'
import { placeholder, ResponsiveImage } from '#site/ui/responsive-image.tsx'

interface ProductImageProps {
  src: string | null
  /** Cards name the product beside the picture, so the picture itself says nothing more. */
  alt?: string
  eager?: boolean
  /** The largest image of the first screen: asked for before everything else. */
  first?: boolean
  /** How wide it is shown, and the widths to choose from. A card's unless told. */
  sizes?: string
  widths?: readonly number[]
}

/** A fixed box: a skeleton while the picture loads, the picture, or the placeholder when it is missing or broken. */
export function ProductImage({
  src,
  alt,
  eager,
  first,
  sizes = '(min-width:64rem) 19rem,46vw',
  widths,
}: ProductImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading')
  // An image that loaded or failed before this script ran has fired its event already.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.currentSrc) setState(image.naturalWidth > 0 ? 'loaded' : 'broken')
  }, [])
  // The placeholder loads too, and is still no image.
  const shown = state !== 'broken' && src
  return (
    <span className={controls.frame} data-picture={src ? state : 'missing'} style={tint(shown)}>
      <ResponsiveImage
        ref={shown ? check : null}
        src={shown || placeholder}
        sizes={sizes}
        widths={widths}
        alt={alt}
        width={480}
        height={600}
        loading={eager || first ? undefined : 'lazy'}
        fetchPriority={first ? 'high' : undefined}
        decoding="async"
        onLoad={() => shown && setState('loaded')}
        onError={() => setState('broken')}
      />
    </span>
  )
}

/** The two colours behind the address of an image of ours, `#fedcba`, as what is seen until it has come. */
function tint(src: string | null | false) {
  const [, upper, lower] = (src && /^\/_image\/.*#(...)(...)$/.exec(src)) || []
  return upper ? { background: `linear-gradient(#${upper},#${lower})` } : undefined
}
