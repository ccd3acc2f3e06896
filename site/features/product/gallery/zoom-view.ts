/** How an image lies in its box: its scale from the middle, and how far it is moved, in pixels. */
export interface ZoomView {
  scale: number
  x: number
  y: number
}

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 }
/** Shops' images have some 2,000 pixels: beyond this there is nothing more to see. */
export const maxScale = 5

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

interface Scaling {
  factor: number
  /** The point that stays where it is; the middle when there is none. */
  at?: { clientX: number; clientY: number }
  /** How far that point has come since: fingers move while they pinch. */
  by?: { dx: number; dy: number }
  box: Box
}

export function scaled(view: ZoomView, { factor, at, by = { dx: 0, dy: 0 }, box }: Scaling): ZoomView {
  const scale = Math.min(Math.max(view.scale * factor, 1), maxScale)
  const grown = scale / view.scale
  const px = at ? at.clientX - box.left - box.width / 2 : 0
  const py = at ? at.clientY - box.top - box.height / 2 : 0
  return kept({ scale, x: px - (px - by.dx - view.x) * grown, y: py - (py - by.dy - view.y) * grown }, box)
}

export const moved = (view: ZoomView, { dx, dy, box }: { dx: number; dy: number; box: Box }): ZoomView =>
  kept({ ...view, x: view.x + dx, y: view.y + dy }, box)

/** An image is never dragged out of sight. */
function kept({ scale, x, y }: ZoomView, box: Box): ZoomView {
  const within = (value: number, size: number) => {
    const most = ((scale - 1) * size) / 2
    return Math.min(Math.max(value, -most), most) || 0 // never -0
  }
  return { scale, x: within(x, box.width), y: within(y, box.height) }
}
