import { type ComponentType, useState } from 'react'
import { ZoomIcon } from '#design/icons.tsx'
import * as visitor from '#design/visitor.module.css'
import { ProductImage } from '#site/features/offer/product-image.tsx'
import { withLoaded } from '#site/ui/with-loaded.ts'
import * as styles from './gallery.module.css'
import type { ZoomDialogProps } from './zoom-dialog.tsx'

interface GalleryProps {
  name: string
  images: readonly string[]
}

/**
 * The images side by side in a strip that is swiped, scrolled by the keyboard or moved by the small ones below it, all
 * without script. A press on one opens it large; the dialog for that is fetched then.
 */
export function Gallery({ name, images }: GalleryProps) {
  const [zoomed, setZoomed] = useState<number | null>(null)
  const [Zoom, setZoom] = useState<ComponentType<ZoomDialogProps>>()
  const open = (index: number) =>
    withLoaded(
      () => import('./zoom-dialog.tsx'),
      ({ ZoomDialog }) => {
        setZoom(() => ZoomDialog)
        setZoomed(index)
      },
    )
  if (images.length === 0) {
    return (
      <div className={styles.gallery}>
        <ProductImage src={null} alt={`No picture of ${name}`} eager />
      </div>
    )
  }
  return (
    <section className={styles.gallery} aria-label="Pictures">
      <ul className={styles.galleryStrip} data-part="gallery-strip">
        {images.map((src, index) => (
          <li key={src} id={`picture-${index + 1}`}>
            <ProductImage
              src={src}
              alt={imageText(name, index, images.length)}
              first={index === 0}
              widths={[480, 960, 1280]}
              sizes="(min-width:64rem) 38rem,100vw"
            />
            <button
              type="button"
              className={`${styles.zoomOpen} ${visitor.needsScript}`}
              aria-haspopup="dialog"
              aria-label={`Zoom: ${imageText(name, index, images.length)}`}
              onClick={() => open(index)}
            >
              <ZoomIcon />
            </button>
          </li>
        ))}
      </ul>
      {images.length > 1 && (
        <ul className={styles.galleryThumbs}>
          {images.map((src, index) => (
            <li key={src}>
              <a href={`#picture-${index + 1}`} aria-label={`Show picture ${index + 1} of ${images.length}`}>
                <ProductImage src={src} widths={[160, 320, 480]} sizes="6rem" />
              </a>
            </li>
          ))}
        </ul>
      )}
      {Zoom && zoomed !== null && <Zoom name={name} images={images} start={zoomed} onClose={() => setZoomed(null)} />}
    </section>
  )
}

const imageText = (name: string, index: number, count: number): string =>
  count > 1 ? `${name}, picture ${index + 1} of ${count}` : name
