import { createRandom } from '../random.ts'
import { fill, glow, laid, n, screen, sky, type Wallpaper, wallpaper } from './canvas.ts'
import { ridge } from './light.ts'

interface Arches {
  wall: readonly string[]
  /** From the outermost arch inwards. */
  bands: readonly string[]
  sun?: string
}

/** Arches within arches, cut from coloured paper. */
export function arches({ wall, bands, sun }: Arches): Wallpaper {
  const cx = screen.width / 2
  const doors = bands.map((colour, i) => {
    const r = 600 - i * (540 / bands.length)
    const top = 1780
    return laid(
      `M${n(cx - r)} ${screen.height + 40}V${top}A${n(r)} ${n(r)} 0 0 1 ${n(cx + r)} ${top}V${screen.height + 40}Z`,
      colour,
      {
        depth: 22,
        opacity: 0.06,
      },
    )
  })
  const disc = sun ? laid(circle(cx, 1800, 150), sun, { depth: 16, opacity: 0.05 }) : ''
  return wallpaper(sky('wall', wall) + doors.join('') + disc, 0.6)
}

interface Hills {
  air: readonly string[]
  sun: string
  /** From the far ridge to the near one. */
  ridges: readonly string[]
  seed: number
}

/** Ridge behind ridge in the haze, and a low sun. */
export function hills({ air, sun, ridges, seed }: Hills): Wallpaper {
  const random = createRandom(seed)
  const drawn = ridges.map((colour, i) =>
    ridge(1720 + i * (1350 / ridges.length), 300 - i * 12, random, colour, i < 5 ? air[1] : undefined),
  )
  return wallpaper(
    sky('air', air) +
      glow({ x: 900, y: 1420, rx: 760, colour: sun, opacity: 0.55 }) +
      `<circle cx="900" cy="1420" r="170" fill="${sun}"/>` +
      drawn.join(''),
    0.8,
  )
}

interface CutOuts {
  ground: string
  shapes: readonly string[]
  seed: number
}

/** Leaves, pebbles and half moons, cut freehand and laid out with air between them. */
export function cutOuts({ ground, shapes, seed }: CutOuts): Wallpaper {
  const random = createRandom(seed)
  const cells: string[] = []
  const columns = 3
  const rows = 5
  const cellW = screen.width / columns
  const cellH = (screen.height - 900) / rows
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = (column + 0.5) * cellW + (random() - 0.5) * 70
      const y = 930 + (row + 0.5) * cellH + (random() - 0.5) * 70
      const colour = shapes[(row * 2 + column + Math.floor(random() * 2)) % shapes.length] ?? '#000'
      const turn = random() * 360
      const size = 165 + random() * 55
      const kind = (row + column * 2) % 4
      const d =
        kind === 0
          ? frond(size)
          : kind === 1
            ? pebble(size * 0.8, random)
            : kind === 2
              ? halfMoon(size * 0.85)
              : frond(size * 0.86, 3)
      cells.push(
        `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${laid(d, colour, { depth: 12, opacity: 0.06 })}</g>`,
      )
    }
  }
  return wallpaper(fill(ground) + cells.join(''), 0.7)
}

/** Large overlapping forms, as if torn from four sheets. */
export function collage(ground: string, sheets: readonly string[], seed: number): Wallpaper {
  const random = createRandom(seed)
  const [a = '', b = '', c = '', d = '', e = ''] = sheets
  const forms = [
    laid(blob(1180, 1500, 520, random), a, { depth: 26 }),
    laid(blob(240, 2050, 620, random), b, { depth: 26 }),
    laid(blob(1120, 2700, 700, random), c, { depth: 26 }),
    laid(circle(560, 1680, 210), d, { depth: 20 }),
    laid(blob(380, 3130, 480, random), e, { depth: 26 }),
  ]
  const stem = `<g transform="translate(930 3020) rotate(-14) scale(2.7)">${laid(frond(190, 5), a, { depth: 5 })}</g>`
  return wallpaper(fill(ground) + forms.join('') + stem, 0.7)
}

const circle = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}A${n(r)} ${n(r)} 0 1 1 ${n(x + r)} ${n(y)}A${n(r)} ${n(r)} 0 1 1 ${n(x - r)} ${n(y)}Z`

/** A branch of rounded lobes, after the way scissors turn in paper. One path, so that its shadow is one too. */
function frond(size: number, pairs = 4): string {
  let d = `M${n(-size * 0.05)} ${n(size)}L${n(-size * 0.03)} ${n(-size * 0.6)}H${n(size * 0.03)}L${n(size * 0.05)} ${n(size)}Z`
  for (let i = 0; i < pairs; i++) {
    const part = i / pairs
    const y = size * (0.78 - part * 1.42)
    const length = size * (0.78 - part * 0.3)
    const turn = 34 + part * 26
    d += lobe(0, y, -180 + turn, length) + lobe(0, y, -turn, length)
  }
  return d + lobe(0, -size * 0.52, -90, size * 0.62)
}

/** A plump leaf from a point outwards, in absolute coordinates. */
function lobe(x: number, y: number, degrees: number, length: number): string {
  const cos = Math.cos((degrees * Math.PI) / 180)
  const sin = Math.sin((degrees * Math.PI) / 180)
  const at = (along: number, side: number) =>
    `${n(x + cos * along * length - sin * side * length)} ${n(y + sin * along * length + cos * side * length)}`
  return `M${at(0, 0)}C${at(0.3, -0.1)} ${at(0.52, -0.34)} ${at(0.86, -0.2)}C${at(1.08, -0.1)} ${at(1.08, 0.1)} ${at(0.86, 0.2)}C${at(0.52, 0.34)} ${at(0.3, 0.1)} ${at(0, 0)}Z`
}

const halfMoon = (r: number): string => `M${n(-r)} 0A${n(r)} ${n(r)} 0 0 1 ${n(r)} 0Z`

const pebble = (r: number, random: () => number): string => blob(0, 0, r, random)

/** A closed, smooth, uneven round form. */
export function blob(cx: number, cy: number, r: number, random: () => number): string {
  const points = 7
  const ring = Array.from({ length: points }, (_, i) => {
    const angle = (i / points) * Math.PI * 2
    const reach = r * (0.78 + random() * 0.4)
    return [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach] as const
  })
  const at = (i: number) => ring[(i + points) % points] ?? ([cx, cy] as const)
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let i = 0; i < points; i++) {
    const [x0, y0] = at(i - 1)
    const [x1, y1] = at(i)
    const [x2, y2] = at(i + 1)
    const [x3, y3] = at(i + 2)
    d += `C${n(x1 + (x2 - x0) / 6)} ${n(y1 + (y2 - y0) / 6)} ${n(x2 - (x3 - x1) / 6)} ${n(y2 - (y3 - y1) / 6)} ${n(x2)} ${n(y2)}`
  }
  return `${d}Z`
}
