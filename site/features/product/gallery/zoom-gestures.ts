import { fitted, moved, scaled, type ZoomView } from './zoom-view.ts'

/** How much a double press enlarges. */
const doublePress = 2.25
/** Two taps are one double tap within this time and distance, as phones themselves count them. */
const doubleTapMs = 300
const doubleTapPx = 30
/** A finger that moved further dragged. */
const tapPx = 10

interface Held {
  x: number
  y: number
  /** Where it came down. */
  from: { x: number; y: number }
}

/**
 * Wheel, drag, pinch, double press and double tap on an element, as changes of the view. Returns how to stop. Listeners
 * of our own, because React's of wheels and touches are passive: the page would scroll and the browser zoom instead.
 */
export function followGestures(element: HTMLElement, change: (next: (view: ZoomView) => ZoomView) => void): () => void {
  const held = new Map<number, Held>()
  let tapped: { x: number; y: number; at: number } | undefined
  let byMouse = false
  const box = () => element.getBoundingClientRect()
  const toggle = (at: { clientX: number; clientY: number }) =>
    change((view) => (view.scale > 1 ? fitted : scaled(view, { factor: doublePress, at, box: box() })))

  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    change((view) => scaled(view, { factor: event.deltaY < 0 ? 1.15 : 1 / 1.15, at: event, box: box() }))
  }
  const onDown = ({ pointerId, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    byMouse = pointerType === 'mouse'
    held.set(pointerId, { x, y, from: { x, y } })
    element.setPointerCapture(pointerId)
  }
  const onMove = ({ pointerId, clientX: x, clientY: y }: PointerEvent) => {
    const before = held.get(pointerId)
    if (!before) return
    const other = [...held].find(([id]) => id !== pointerId)?.[1]
    const [dx, dy] = [x - before.x, y - before.y]
    held.set(pointerId, { ...before, x, y })
    if (!other) return change((view) => moved(view, { dx, dy, box: box() }))
    const apart = Math.hypot(before.x - other.x, before.y - other.y)
    const factor = Math.hypot(x - other.x, y - other.y) / Math.max(apart, 1)
    const at = { clientX: (x + other.x) / 2, clientY: (y + other.y) / 2 }
    change((view) => scaled(view, { factor, at, by: { dx: dx / 2, dy: dy / 2 }, box: box() }))
  }
  const onUp = (event: PointerEvent) => {
    const { pointerId, clientX: x, clientY: y, timeStamp: at } = event
    const from = held.get(pointerId)?.from
    held.delete(pointerId)
    if (byMouse || !from) return
    const before = tapped
    tapped = held.size === 0 && Math.hypot(x - from.x, y - from.y) < tapPx ? { x, y, at } : undefined
    if (!tapped || !before || at - before.at > doubleTapMs) return
    if (Math.hypot(x - before.x, y - before.y) > doubleTapPx) return
    tapped = undefined
    toggle(event)
  }
  const onCancel = ({ pointerId }: PointerEvent) => {
    held.delete(pointerId)
    tapped = undefined
  }
  // Some browsers make one of two taps as well, some do not: taps are counted above.
  const onDoublePress = (event: MouseEvent) => {
    if (byMouse) toggle(event)
  }

  const stop = new AbortController()
  const { signal } = stop
  element.addEventListener('wheel', onWheel, { passive: false, signal })
  element.addEventListener('pointerdown', onDown, { signal })
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', onUp, { signal })
  element.addEventListener('pointercancel', onCancel, { signal })
  element.addEventListener('dblclick', onDoublePress, { signal })
  return () => stop.abort()
}
