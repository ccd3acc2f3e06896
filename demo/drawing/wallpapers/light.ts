import { petal } from '../dahlia.ts'
import { createRandom } from '../random.ts'
import { glow, n, screen, sky, type Wallpaper, wallpaper } from './canvas.ts'

/** A field of colours running into each other, with a film's grain. Each patch: x, y, radius as parts, and its colour. */
export function hour(
  base: readonly string[],
  patches: readonly (readonly [x: number, y: number, r: number, colour: string])[],
): Wallpaper {
  const lights = patches.map(([x, y, r, colour]) =>
    glow({ x: x * screen.width, y: y * screen.height, rx: r * screen.width, ry: r * screen.width * 1.3, colour }),
  )
  return wallpaper(sky('base', base) + lights.join(''), 1)
}

interface Clouds {
  air: readonly string[]
  lit: string
  shaded: string
  seed: number
}

/** Banks of cumulus: heaps of round puffs, each shaded below and lit from above, the far banks paler. */
export function clouds({ air, lit, shaded, seed }: Clouds): Wallpaper {
  const random = createRandom(seed)
  const bank = (middle: number, y: number, reach: number, rise: number, opacity: number) => {
    const puffs = Array.from({ length: Math.round(reach / 26) }, () => {
      const across = (random() + random()) * 0.5 * 2 - 1
      const height = (1 - across * across) * rise * random()
      return { x: middle + across * reach, y: y - height, r: 90 + random() * 130 * (1.15 - Math.abs(across)) }
    }).sort((a, b) => a.y - b.y)
    return puffs
      .map(
        ({ x, y: at, r }) =>
          puff(x + r * 0.08, at + r * 0.22, r * 1.12, shaded, opacity * 0.42) + puff(x, at, r, lit, opacity * 0.8),
      )
      .join('')
  }
  const banks = [
    bank(420, 1500, 420, 150, 0.42),
    bank(1150, 1830, 520, 240, 0.6),
    bank(250, 2330, 640, 330, 0.8),
    bank(1230, 2780, 760, 420, 0.92),
    bank(450, 3240, 1100, 380, 1),
  ]
  return wallpaper(sky('air', air) + banks.join(''), 0.6)
}

/** Rounder at its rim than a glow: a heap of these looks like cotton, a heap of glows like fog. */
function puff(x: number, y: number, r: number, colour: string, opacity: number): string {
  const id = `p${colour.slice(1)}`
  return `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${colour}"/><stop offset=".55" stop-color="${colour}" stop-opacity=".86"/><stop offset=".8" stop-color="${colour}" stop-opacity=".34"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><circle cx="${n(x)}" cy="${n(y)}" r="${n(r * 1.2)}" fill="url(#${id})" opacity="${opacity.toFixed(2)}"/>`
}

interface Night {
  air: readonly string[]
  hills: readonly string[]
  moon: string
  seed: number
}

/** A new moon over hills, and stars that thin out towards the ground. */
export function night({ air, hills, moon, seed }: Night): Wallpaper {
  const random = createRandom(seed)
  const stars = Array.from({ length: 230 }, () => {
    const y = random() ** 1.5 * 2300
    const size = 1.2 + random() ** 5 * 5
    return `<circle cx="${n(random() * screen.width)}" cy="${n(y)}" r="${n(size)}" fill="#fff6e8" opacity="${n(0.25 + random() * 0.65)}"/>`
  })
  const ridges = hills.map((colour, i) => ridge(2330 + i * 200, 230 - i * 14, random, colour))
  const crescent = `<path d="M1010 1180A190 190 0 1 0 1130 1500A165 165 0 1 1 1010 1180Z" fill="${moon}"/>`
  return wallpaper(
    sky('air', air) +
      glow({ x: 990, y: 1370, rx: 620, colour: moon, opacity: 0.28 }) +
      stars.join('') +
      crescent +
      ridges.join(''),
    0.6,
  )
}

/** One line of hills: three waves added up, and mist at its foot. */
export function ridge(y: number, swing: number, random: () => number, colour: string, mist?: string): string {
  const waves = [
    [1.1, 1],
    [2.6, 0.42],
    [6.3, 0.13],
  ].map(([pitch = 1, part = 1]) => ({
    pitch: pitch * (0.8 + random() * 0.5),
    turn: random() * Math.PI * 2,
    height: (swing / 2) * part,
  }))
  const points = Array.from({ length: 49 }, (_, i) => {
    const part = i / 48
    const rise = waves.reduce(
      (sum, { pitch, turn, height }) => sum + Math.sin(part * Math.PI * pitch + turn) * height,
      0,
    )
    return `${n(part * screen.width)} ${n(y + rise)}`
  })
  const shape = `M${points.join('L')}V${screen.height}H0Z`
  if (!mist) return `<path d="${shape}" fill="${colour}"/>`
  const id = `m${Math.round(y)}`
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mist}" stop-opacity="0"/><stop offset=".5" stop-color="${mist}" stop-opacity=".5"/></linearGradient></defs><path d="${shape}" fill="${colour}"/><path d="${shape}" fill="url(#${id})"/>`
}

/** The moon's eight faces in a column, drawn in one metal on black. */
export function moonPhases(ground: readonly string[], metal: string): Wallpaper {
  const faces = [0.12, 0.3, 0.5, 0.75, 1, 0.75, 0.5, 0.3, 0.12]
  const cx = screen.width / 2
  const moons = faces.map((lit, i) => {
    const y = moonY(i)
    const r = 76
    const waxing = i <= 4
    const sweep = waxing ? 1 : 0
    // The lit limb is half a circle; the terminator is half an ellipse, bulging one way or the other.
    const bulge = n(Math.abs(1 - 2 * lit) * r)
    const turn = lit < 0.5 ? 1 - sweep : sweep
    const shape =
      lit === 1
        ? `<circle cx="${cx}" cy="${y}" r="${r}" fill="${metal}"/>`
        : `<path d="M${cx} ${y - r}A${r} ${r} 0 0 ${sweep} ${cx} ${y + r}A${bulge} ${r} 0 0 ${turn} ${cx} ${y - r}Z" fill="${metal}"/>`
    return `<circle cx="${cx}" cy="${y}" r="${r}" fill="none" stroke="${metal}" stroke-width="2" opacity=".45"/>${shape}`
  })
  const rays = Array.from({ length: 36 }, (_, i) => {
    const long = i % 3 === 0 ? 60 : 30
    return `<path d="M0 -118V${-118 - long}" stroke="${metal}" stroke-width="3" stroke-linecap="round" transform="translate(${cx} ${moonY(4)}) rotate(${i * 10})"/>`
  })
  return wallpaper(sky('ground', ground) + moons.join('') + rays.join(''), 0.5)
}

/** The full moon, in the middle, has room for its rays. */
const moonY = (i: number): number => 1040 + i * 215 + Math.sign(i - 4) * 70

/** Evening light falling through a window on a plain wall. */
export function windowLight(wall: readonly string[], light: string): Wallpaper {
  const panes = [0, 1].flatMap((column) =>
    [0, 1, 2].map((row) => `<rect x="${column * 390}" y="${row * 590}" width="360" height="560"/>`),
  )
  const random = createRandom(8)
  const twig = Array.from({ length: 46 }, (_, i) => {
    const part = i / 45
    const x = -60 + part * 860
    const y = 1500 - part * 1180 + Math.sin(part * 5) * 90
    const turn = -54 + (i % 2 ? 46 : -46) + (random() - 0.5) * 24
    const length = 150 + random() * 90
    return `<path d="${petal(length, length * 0.24)}" transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"/>`
  })
  const shade = wall[1] ?? '#000000'
  return wallpaper(
    sky('wall', wall) +
      glow({ x: 760, y: 2060, rx: 1000, ry: 1400, colour: light, opacity: 0.4 }) +
      `<defs><clipPath id="panes">${panes.join('')}</clipPath></defs><g transform="translate(560 1060) skewX(-17) skewY(6)"><g fill="${light}" opacity=".72">${panes.join('')}</g><g clip-path="url(#panes)" fill="${shade}" opacity=".42">${twig.join('')}</g></g>`,
    1,
  )
}
