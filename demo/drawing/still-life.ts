import { drawFlower, type PetalColours, petal } from './dahlia.ts'
import { createPaint, mix, type Paint, shade, tint } from './products/paint.ts'
import * as apothecary from './products/shapes/apothecary.ts'
import * as beauty from './products/shapes/beauty.ts'
import * as fashion from './products/shapes/fashion.ts'
import * as home from './products/shapes/home.ts'
import * as household from './products/shapes/household.ts'
import * as jewelry from './products/shapes/jewelry.ts'
import type { DrawShape } from './products/shapes/shape.ts'
import * as trinkets from './products/shapes/trinkets.ts'
import * as wardrobe from './products/shapes/wardrobe.ts'

const shapes = {
  ...{ ...apothecary, ...beauty, ...fashion, ...home },
  ...{ ...household, ...jewelry, ...trinkets, ...wardrobe },
} satisfies Record<string, DrawShape>

/** A thing on the table. Coordinates have their origin at the group's middle on the table's edge; 1000 is a tall picture's width. */
export interface Prop {
  shape: keyof typeof shapes
  x: number
  /** Above the table: on a block, or hung. */
  lift?: number
  /** 1 draws the thing as large as on a product card. */
  size: number
  colour: string
  trim?: string
  vary?: number
  lean?: number
  hangs?: boolean
}

/** A block for things to stand on. */
export interface Block {
  x: number
  width: number
  height: number
  colour: string
  /** Drawn as a drum instead of a box. */
  round?: boolean
}

export interface CutFlower {
  x: number
  lift: number
  radius: number
  colours: PetalColours
  seed: number
  petals?: number
}

export interface Scene {
  wall: string
  table: string
  backdrop: 'arch' | 'disc' | 'arches' | 'window' | 'rail' | 'none'
  tone: string
  blocks?: readonly Block[]
  props: readonly Prop[]
  flowers?: readonly CutFlower[]
}

export interface Frame {
  width: number
  height: number
  /** Where the group stands, as parts of the width and height. */
  x: number
  floor: number
  /** Pixels for each of the group's units. */
  scale: number
}

/** A group of things on a table, lit from the upper left, as one SVG without filters. */
export function drawStillLife(scene: Scene, { width, height, x, floor, scale }: Frame): string {
  const paint = createPaint()
  const edge = height * floor
  const hangs = scene.backdrop === 'rail'
  const group = [
    ...(scene.blocks ?? []).map((block) => drawBlock(block, paint)),
    ...(scene.flowers ?? []).map((flower) => drawCutFlower(flower)),
    ...scene.props.map((prop) => drawProp(prop, paint, scene.wall)),
  ].join('')
  const deep = shade(scene.wall, 0.72)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<linearGradient id="wall" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="${tint(scene.wall, isDark(scene.wall) ? 0.08 : 0.34)}"/><stop offset="1" stop-color="${shade(scene.wall, 0.1)}"/></linearGradient>
<linearGradient id="table" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${shade(scene.table, 0.1)}"/><stop offset=".22" stop-color="${scene.table}"/><stop offset="1" stop-color="${tint(scene.table, isDark(scene.table) ? 0.06 : 0.24)}"/></linearGradient>
<radialGradient id="fall"><stop offset="0" stop-color="${deep}" stop-opacity=".5"/><stop offset=".6" stop-color="${deep}" stop-opacity=".18"/><stop offset="1" stop-color="${deep}" stop-opacity="0"/></radialGradient>
${paint.definitions()}</defs><rect width="100%" height="100%" fill="url(#wall)"/>
<g transform="translate(${n(width * x)} ${n(edge)}) scale(${scale.toFixed(3)})">${drawBackdrop(scene)}</g>
${hangs ? '' : `<rect x="0" y="${n(edge - 26 * scale)}" width="100%" height="100%" fill="url(#table)"/>`}
<g transform="translate(${n(width * x)} ${n(edge)}) scale(${scale.toFixed(3)})">${group}</g></svg>`
}

function drawProp(
  { shape, x, lift = 0, size, colour, trim = '#c9a25c', vary = 0.5, lean = 0, hangs }: Prop,
  paint: Paint,
  wall: string,
) {
  const drawn = shapes[shape]({ paint, colour, trim, vary })
  const ground = hangs
    ? `<ellipse cx="430" cy="580" rx="190" ry="300" fill="url(#fall)" opacity=".28"/>`
    : `<ellipse cx="440" cy="803" rx="250" ry="30" fill="url(#fall)" opacity=".8"/><ellipse cx="400" cy="801" rx="170" ry="11" fill="${shade(wall, 0.6)}" opacity=".22"/>`
  return `<g transform="translate(${n(x)} ${n(-lift)}) rotate(${lean}) scale(${size}) translate(-400 -800)">${ground}${drawn}</g>`
}

function drawBlock({ x, width, height, colour, round }: Block, paint: Paint): string {
  const left = x - width / 2
  const cast = `<ellipse cx="${n(x + width * 0.08)}" cy="4" rx="${n(width * 0.68)}" ry="22" fill="url(#fall)"/>`
  if (round) {
    const rim = width * 0.07
    return `${cast}<path d="M${n(left)} ${n(-height)}V0A${n(width / 2)} ${n(rim)} 0 0 0 ${n(left + width)} 0V${n(-height)}Z" fill="${paint.round(colour)}"/><ellipse cx="${n(x)}" cy="${n(-height)}" rx="${n(width / 2)}" ry="${n(rim)}" fill="${tint(colour, 0.42)}"/>`
  }
  return `${cast}<rect x="${n(left)}" y="${n(-height)}" width="${n(width)}" height="${n(height + 8)}" fill="${paint.flat(colour)}"/><rect x="${n(left)}" y="${n(-height)}" width="${n(width)}" height="5" fill="${tint(colour, 0.5)}"/>`
}

/** A cut flower with two leaves, lying or leaning among the things. */
function drawCutFlower({ x, lift, radius, colours, seed, petals = 110 }: CutFlower): string {
  const leaf = (turn: number, size: number) =>
    `<path d="${petal(radius * size, radius * 0.34)}" fill="#7f8a68" transform="translate(${n(x)} ${n(-lift)}) rotate(${turn}) translate(${n(radius * 0.7)} 0)"/>`
  return (
    `<ellipse cx="${n(x + radius * 0.15)}" cy="${n(-lift + radius * 0.95)}" rx="${n(radius * 1.15)}" ry="${n(radius * 0.16)}" fill="url(#fall)"/>` +
    leaf(28, 1.1) +
    leaf(152, 1.0) +
    leaf(-12, 0.9) +
    drawFlower({ cx: x, cy: -lift, radius, petals, colours, seed })
  )
}

function drawBackdrop({ backdrop, wall, tone }: Scene): string {
  const soft = mix(wall, tone, 0.5)
  const arch = (x: number, width: number, height: number, fill: string) =>
    `<path d="M${n(x - width / 2)} 40V${n(-height + width / 2)}A${n(width / 2)} ${n(width / 2)} 0 0 1 ${n(x + width / 2)} ${n(-height + width / 2)}V40Z" fill="${fill}"/>`
  if (backdrop === 'arch') return arch(0, 620, 780, soft)
  if (backdrop === 'arches') return arch(-30, 860, 840, mix(wall, tone, 0.28)) + arch(-30, 600, 690, soft)
  if (backdrop === 'disc') return `<circle cx="0" cy="-420" r="330" fill="${soft}"/>`
  if (backdrop === 'window')
    return [0, 1, 2, 3]
      .map(
        (i) =>
          `<path d="M${-560 + i * 250} -1100H${-390 + i * 250}L${-690 + i * 250} 40H${-860 + i * 250}Z" fill="#fffaf0" opacity=".32" transform="translate(240 0)"/>`,
      )
      .join('')
  if (backdrop === 'rail')
    return `<rect x="-2000" y="-706" width="4000" height="9" rx="4" fill="${shade(tone, 0.2)}"/><rect x="-2000" y="-706" width="4000" height="3" fill="${tint(tone, 0.5)}"/>`
  return ''
}

const isDark = (hex: string): boolean => Number.parseInt(hex.slice(3, 5), 16) < 90

const n = (value: number): string => String(Math.round(value * 10) / 10)
