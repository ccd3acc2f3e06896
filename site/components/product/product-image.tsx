import { useCallback, useState } from 'react'
import { isSized, lastingAddress, widthSet } from '../../lib/picture.ts'

const placeholder = '/placeholder.svg'

interface ProductImageProps {
  src: string | null
  /** Cards name the product beside the picture, so the picture itself says nothing more. */
  alt?: string
  eager?: boolean
  /** The largest picture of the first screen: asked for before everything else. */
  first?: boolean
  /** Where our server makes it smaller: three steps of its ladder, and how wide it is shown. A card's unless told. */
  widths?: readonly [number, number, number]
  sizes?: string
}

/** A fixed box: a skeleton while the picture loads, the picture, or the placeholder when it is missing or broken. */
export function ProductImage({
  src,
  alt = '',
  eager,
  first,
  widths = [320, 480, 640],
  sizes = '(min-width:64rem) 19rem,46vw',
}: ProductImageProps) {
  const [state, setState] = useState<'loading' | 'loaded' | 'broken'>('loading')
  // A picture that loaded or failed before this script ran has fired its event already.
  const check = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.currentSrc) setState(image.naturalWidth > 0 ? 'loaded' : 'broken')
  }, [])
  // The placeholder loads too, and is still no picture.
  const shown = state !== 'broken' && src
  const [address = '', tones] = (shown || placeholder).split('#')
  const sized = isSized(address)
  const set = (type: string) => (sized ? widthSet(widths, (width) => `${address}/${width}.${type}`) : undefined)
  const image = (
    <img
      ref={shown ? check : null}
      src={sized ? `${address}/${widths[1]}.webp` : lastingAddress(address)}
      srcSet={set('webp')}
      sizes={sized ? sizes : undefined}
      alt={alt}
      width={480}
      height={600}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
      onLoad={() => shown && setState('loaded')}
      onError={() => setState('broken')}
    />
  )
  return (
    <span className="frame" data-picture={src ? state : 'missing'} style={sized ? tint(tones) : undefined}>
      {sized ? (
        <picture>
          <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
          {image}
        </picture>
      ) : (
        image
      )}
    </span>
  )
}

/** Two colours, `fedcba`, as what is seen until the picture has come. */
const tint = (tones = '') =>
  tones ? { background: `linear-gradient(#${tones.slice(0, 3)},#${tones.slice(3, 6)})` } : undefined
