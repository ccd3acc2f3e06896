import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import * as controls from '#design/controls.module.css'
import { CloseIcon } from '#design/icons.tsx'
import { lastingAddress } from '#site/ui/image-files.ts'
import { largestImage } from '#site/ui/largest-image.ts'
import * as styles from './zoom-dialog.module.css'
import { followGestures } from './zoom-gestures.ts'
import { fitted, maxScale, moved, scaled, type ZoomView } from './zoom-view.ts'

export interface ZoomDialogProps {
  name: string
  images: readonly string[]
  start: number
  onClose: () => void
}

/** One press of a key or button. */
const step = 1.5
const keyMovePx = 80

/** A picture as large as the window, and larger: keys, wheel, double press, pinch and drag. */
export function ZoomDialog({ name, images, start, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(start)
  const [view, setView] = useState<ZoomView>(fitted)
  const box = () => stage.current?.getBoundingClientRect() ?? new DOMRect()

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  useEffect(() => (stage.current ? followGestures(stage.current, setView) : undefined), [])

  const zoom = (factor: number) => setView((now) => scaled(now, { factor, box: box() }))
  const move = (dx: number, dy: number) => setView((now) => moved(now, { dx, dy, box: box() }))
  const show = (next: number) => {
    setIndex((next + images.length) % images.length)
    setView(fitted)
  }
  const sideways = (direction: 1 | -1) =>
    view.scale > 1 ? move(-direction * keyMovePx, 0) : images.length > 1 && show(index + direction)
  const keys: Record<string, () => void> = {
    '+': () => zoom(step),
    '=': () => zoom(step),
    '-': () => zoom(1 / step),
    '0': () => setView(fitted),
    ArrowUp: () => move(0, keyMovePx),
    ArrowDown: () => move(0, -keyMovePx),
    ArrowLeft: () => sideways(-1),
    ArrowRight: () => sideways(1),
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }

  const percent = Math.round(view.scale * 100)
  return (
    <dialog
      ref={dialog}
      className={styles.zoom}
      aria-label={`Picture of ${name}`}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div ref={stage} className={styles.zoomStage} data-part="zoom-stage" data-zoomed={view.scale > 1 || undefined}>
        <img
          src={lastingAddress(largestImage(images[index] ?? ''))}
          alt={name}
          draggable={false}
          style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        />
      </div>
      <div className={styles.zoomBar} role="toolbar" aria-label="Picture">
        {images.length > 1 && (
          <>
            <button type="button" className={styles.zoomButton} onClick={() => show(index - 1)}>
              Previous
            </button>
            <button type="button" className={styles.zoomButton} onClick={() => show(index + 1)}>
              Next
            </button>
          </>
        )}
        <button
          type="button"
          className={styles.zoomButton}
          aria-label="Zoom out"
          aria-disabled={view.scale <= 1}
          onClick={() => zoom(1 / step)}
        >
          −
        </button>
        <output className={styles.zoomPercent}>{percent}%</output>
        <button
          type="button"
          className={styles.zoomButton}
          aria-label="Zoom in"
          aria-disabled={view.scale >= maxScale}
          onClick={() => zoom(step)}
        >
          +
        </button>
        <button
          type="button"
          className={controls.iconButton}
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <CloseIcon />
        </button>
      </div>
    </dialog>
  )
}
