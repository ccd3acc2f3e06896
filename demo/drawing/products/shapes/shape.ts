import type { Paint } from '../paint.ts'

export interface ShapeInput {
  paint: Paint
  /** The product's own colour. */
  colour: string
  /** A metal or cap colour that goes with it. */
  trim: string
  /** 0 to 1, to vary proportions between products of one kind. */
  vary: number
}

/** Draws a product on an 800 × 1000 canvas, standing on y = 800 around x = 400. Returns SVG elements. */
export type DrawShape = (input: ShapeInput) => string

interface BoxOptions {
  x: number
  y: number
  width: number
  height: number
  radius?: number
  fill: string
}

export const box = ({ x, y, width, height, radius = 0, fill }: BoxOptions): string =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}"/>`

/** A box that is centred on the canvas and stands on `bottom`. */
export const upright = ({
  width,
  height,
  bottom = 800,
  radius = 0,
  fill,
}: {
  width: number
  height: number
  bottom?: number
  radius?: number
  fill: string
}): string => box({ x: 400 - width / 2, y: bottom - height, width, height, radius, fill })

export const path = (d: string, fill: string, extra = ''): string =>
  `<path d="${d}" fill="${fill}"${extra && ` ${extra}`}/>`

export const line = (d: string, stroke: string, width: number, extra = ''): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round"${extra && ` ${extra}`}/>`

export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, extra = ''): string =>
  `<ellipse cx="${n(cx)}" cy="${n(cy)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}"${extra && ` ${extra}`}/>`

/** A paper label with two lines of type that are only hinted at. */
export const label = ({ y, width, colour = '#fffaf4' }: { y: number; width: number; colour?: string }): string =>
  box({ x: 400 - width / 2, y, width, height: 3, fill: colour }) +
  box({ x: 400 - width * 0.3, y: y + 22, width: width * 0.6, height: 2, fill: colour }) +
  box({ x: 400 - width * 0.18, y: y + 40, width: width * 0.36, height: 2, fill: colour })

export const n = (value: number): string => String(Math.round(value * 10) / 10)
