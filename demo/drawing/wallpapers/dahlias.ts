import { drawFlower, type Flower, type PetalColours } from '../dahlia.ts'
import { glow, screen, sky, type Wallpaper, wallpaper } from './canvas.ts'

interface Portrait extends Omit<Flower, 'cx' | 'cy' | 'petals'> {
  x: number
  y: number
  petals?: number
  ground: readonly [from: string, to: string]
  /** A dark ground is lit around the flower instead of shaded. */
  halo: string
}

/** One flower, close, with air above it for the clock. */
export function dahlia({ x, y, ground, halo, petals = 230, ...flower }: Portrait): Wallpaper {
  const cx = x * screen.width
  const cy = y * screen.height
  return wallpaper(
    sky('ground', ground) +
      glow({ x: cx, y: cy + 60, rx: flower.radius * 2.1, colour: halo, opacity: 0.55 }) +
      drawFlower({ ...flower, petals, cx, cy }),
    0.3,
  )
}

interface Sprinkle {
  ground: readonly [from: string, to: string]
  kinds: readonly PetalColours[]
  /** Centre and radius of each, as parts of the width and height. */
  blooms: readonly (readonly [x: number, y: number, radius: number])[]
}

/** Several flowers growing in from the edges. */
export function bouquet({ ground, kinds, blooms }: Sprinkle): Wallpaper {
  const flowers = blooms.map(([x, y, radius], i) => {
    const cx = x * screen.width
    const cy = y * screen.height
    const colours = kinds[i % kinds.length] ?? kinds[0]
    if (!colours) return ''
    return (
      glow({ x: cx + 20, y: cy + 40, rx: radius * 1.6, colour: '#3a1518', opacity: 0.3 }) +
      drawFlower({
        cx,
        cy,
        radius,
        petals: Math.round(60 + radius / 4),
        colours,
        seed: 60 + i,
        length: i % 3 === 1 ? 1.25 : 1,
      })
    )
  })
  return wallpaper(sky('ground', ground) + flowers.join(''), 0.3)
}
