import { mix } from '../products/paint.ts'
import { fill, n, screen, type Wallpaper, wallpaper } from './canvas.ts'

/** Woven check: stripes of one thread over stripes of the other, darkest where they meet, with the weave's own texture. */
export function gingham(paper: string, thread: string, square: number): Wallpaper {
  const twill = `<pattern id="twill" width="12" height="12" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="12" height="5" fill="#fff" opacity=".16"/></pattern>`
  const across = stripes(
    square,
    screen.height,
    (at) => `<rect x="0" y="${at}" width="${screen.width}" height="${square}"/>`,
  )
  const down = stripes(
    square,
    screen.width,
    (at) => `<rect x="${at}" y="0" width="${square}" height="${screen.height}"/>`,
  )
  return wallpaper(
    `<defs>${twill}</defs>${fill(paper)}<g fill="${thread}" opacity=".46">${across}</g><g fill="${thread}" opacity=".46">${down}</g>${fill('url(#twill)')}`,
    0.35,
  )
}

const stripes = (square: number, length: number, draw: (at: number) => string): string =>
  Array.from({ length: Math.ceil(length / (square * 2)) + 1 }, (_, i) => draw(i * square * 2 - square / 2)).join('')

/** Upright stripes of given widths, repeated, like a deck chair's canvas. */
export function awning(bands: readonly (readonly [width: number, colour: string])[]): Wallpaper {
  const period = bands.reduce((sum, [width]) => sum + width, 0)
  let drawn = ''
  const repeats = Math.ceil(screen.width / period)
  const start = (screen.width - repeats * period) / 2
  for (let repeat = 0; repeat < repeats; repeat++) {
    let x = start + repeat * period
    for (const [width, colour] of bands) {
      drawn += `<rect x="${n(x)}" y="0" width="${n(width + 0.5)}" height="${screen.height}" fill="${colour}"/>`
      x += width
    }
  }
  return wallpaper(drawn, 0.6)
}

/** Rows of scallops, each row over the next, from pale to deep. */
export function scallops(colours: readonly string[], radius: number): Wallpaper {
  const rows = Math.ceil(screen.height / (radius * 0.9)) + 1
  let drawn = fill(colours[colours.length - 1] ?? '#fff')
  for (let row = rows; row >= 0; row--) {
    const y = row * radius * 0.9
    const colour = between(colours, row / rows)
    const shift = row % 2 ? radius : 0
    for (let x = -radius * 2 + shift; x < screen.width + radius * 2; x += radius * 2) {
      drawn += `<circle cx="${n(x)}" cy="${n(y - radius * 0.1 + 10)}" r="${radius}" fill="#4a1a1a" opacity=".06"/><circle cx="${n(x)}" cy="${n(y - radius * 0.1)}" r="${radius}" fill="${colour}"/><circle cx="${n(x)}" cy="${n(y - radius * 0.1)}" r="${n(radius - 16)}" fill="none" stroke="#fff" stroke-width="3" opacity=".38"/>`
    }
  }
  return wallpaper(drawn, 0.4)
}

/** The colour at a part of the way along a list. */
function between(colours: readonly string[], part: number): string {
  const place = Math.min(0.999, part) * (colours.length - 1)
  const from = colours[Math.floor(place)] ?? '#ffffff'
  return mix(from, colours[Math.floor(place) + 1] ?? from, place % 1)
}
