/** The tall screen all wallpapers are drawn for. The clock stands in its upper quarter: that part stays calm. */
export const screen = { width: 1440, height: 3200 } as const

/** A finished drawing; `grain` is how strong a paper's tooth is laid over it, 0 to 1. */
export interface Wallpaper {
  svg: string
  grain: number
}

export const wallpaper = (body: string, grain = 0.4): Wallpaper => ({
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${screen.width}" height="${screen.height}" viewBox="0 0 ${screen.width} ${screen.height}">${body}</svg>`,
  grain,
})

export const fill = (paint: string): string =>
  `<rect width="${screen.width}" height="${screen.height}" fill="${paint}"/>`

/** From top to bottom, the colours evenly spread unless they bring their own offset. */
export const sky = (id: string, stops: readonly (string | readonly [string, number])[]): string => {
  const list = stops.map((stop, i) => {
    const [colour, offset] = typeof stop === 'string' ? [stop, i / (stops.length - 1)] : stop
    return `<stop offset="${offset}" stop-color="${colour}"/>`
  })
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${list.join('')}</linearGradient></defs>${fill(`url(#${id})`)}`
}

/** A soft patch of light or colour: the quick way to what a large blur would give. */
export const glow = ({ x, y, rx, ry = rx, colour, opacity = 1 }: Glow): string => {
  const id = `g${Math.round(x)}-${Math.round(y)}-${Math.round(rx)}-${colour.slice(1)}`
  // An eased fall: two straight stops would show their rim.
  const stops = [1, 0.93, 0.78, 0.56, 0.34, 0.16, 0.05, 0]
    .map(
      (part, i) =>
        `<stop offset="${(i / 7).toFixed(3)}" stop-color="${colour}" stop-opacity="${(part * opacity).toFixed(3)}"/>`,
    )
    .join('')
  return `<defs><radialGradient id="${id}">${stops}</radialGradient></defs><ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#${id})"/>`
}

interface Glow {
  x: number
  y: number
  rx: number
  ry?: number
  colour: string
  opacity?: number
}

/** Paper laid on paper: the same shape in the dark, moved and softened by three steps. */
export const laid = (d: string, colour: string, { depth = 14, opacity = 0.07 } = {}): string =>
  `${[1, 0.66, 0.33]
    .map(
      (part) =>
        `<path d="${d}" fill="#2a1310" opacity="${opacity}" transform="translate(${n(depth * part * 0.5)} ${n(depth * part)})"/>`,
    )
    .join('')}<path d="${d}" fill="${colour}"/>`

export const n = (value: number): string => String(Math.round(value * 10) / 10)
