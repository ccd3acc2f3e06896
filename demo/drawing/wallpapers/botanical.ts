import { petal } from '../dahlia.ts'
import { createRandom } from '../random.ts'
import { glow, n, screen, sky, type Wallpaper, wallpaper } from './canvas.ts'

type Point = readonly [x: number, y: number]

/** A stem from its foot to its tip; `at` walks along it. */
function stem(from: Point, bend: Point, to: Point) {
  const at = (t: number) => {
    const u = 1 - t
    const x = u * u * from[0] + 2 * u * t * bend[0] + t * t * to[0]
    const y = u * u * from[1] + 2 * u * t * bend[1] + t * t * to[1]
    const dx = 2 * u * (bend[0] - from[0]) + 2 * t * (to[0] - bend[0])
    const dy = 2 * u * (bend[1] - from[1]) + 2 * t * (to[1] - bend[1])
    return { x, y, angle: (Math.atan2(dy, dx) * 180) / Math.PI }
  }
  const d = `M${n(from[0])} ${n(from[1])}Q${n(bend[0])} ${n(bend[1])} ${n(to[0])} ${n(to[1])}`
  return { at, d }
}

interface Branches {
  ground: readonly string[]
  leaves: readonly string[]
  wood: string
  seed: number
  round?: boolean
}

/** Branches of eucalyptus (round) or olive (pointed), hanging in from the corners. */
export function branches({ ground, leaves, wood, seed, round = true }: Branches): Wallpaper {
  const random = createRandom(seed)
  const twig = (from: Point, bend: Point, to: Point, pairs: number, size: number) => {
    const { at, d } = stem(from, bend, to)
    const drawn = Array.from({ length: pairs }, (_, i) => {
      const { x, y, angle } = at(0.06 + (i / pairs) * 0.94)
      const taper = size * (1.05 - 0.6 * (i / pairs))
      return [-1, 1]
        .map((side) => {
          const turn = angle + side * (round ? 62 : 38) + (random() - 0.5) * 22
          const length = taper * (0.9 + random() * 0.25)
          const colour = leaves[Math.floor(random() * leaves.length)] ?? wood
          const breadth = length * (round ? 0.62 : 0.2)
          return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><path d="${petal(length, breadth)}" fill="#25301f" opacity=".1" transform="translate(8 14)"/><path d="${petal(length, breadth)}" fill="${colour}"/><path d="M0 0Q${n(length * 0.5)} ${n(-length * 0.04)} ${n(length * 0.88)} 0" stroke="#fff" stroke-opacity=".3" stroke-width="3" fill="none"/></g>`
        })
        .join('')
    })
    return `<path d="${d}" fill="none" stroke="${wood}" stroke-width="9" stroke-linecap="round"/>${drawn.join('')}`
  }
  return wallpaper(
    sky('ground', ground) +
      twig([1560, 1150], [1180, 1500], [1010, 2180], 11, 210) +
      twig([-120, 1900], [420, 2060], [690, 2790], 12, 230) +
      twig([1560, 2330], [1180, 2520], [980, 3140], 9, 230) +
      twig([-90, 2840], [200, 2900], [420, 3330], 7, 210),
    0.6,
  )
}

interface Meadow {
  air: readonly string[]
  grass: readonly string[]
  petals: readonly string[]
  heart: string
  seed: number
}

/** Poppies, daisies and grasses along the foot of the screen. */
export function meadow({ air, grass, petals, heart, seed }: Meadow): Wallpaper {
  const random = createRandom(seed)
  const blades = Array.from({ length: 90 }, () => {
    const x = random() * 1500 - 30
    const height = 260 + random() * 620
    const lean = (random() - 0.5) * 320
    return `<path d="M${n(x - 7)} 3240Q${n(x)} ${n(3200 - height * 0.6)} ${n(x + lean)} ${n(3200 - height)}Q${n(x + 10)} ${n(3200 - height * 0.55)} ${n(x + 9)} 3240Z" fill="${pick(grass, random)}" opacity=".9"/>`
  })
  const flowers = Array.from({ length: 27 }, (_, i) => {
    const x = 50 + ((i * 0.618034) % 1) * 1340
    const height = 360 + random() ** 1.4 * 1180
    const y = 3200 - height
    const lean = (random() - 0.5) * 190
    const tip: Point = [x + lean, y]
    const { d } = stem([x, 3240], [x - lean * 0.2, 3200 - height * 0.4], tip)
    const head =
      i % 3 === 0
        ? daisy(tip, 54 + random() * 24, heart)
        : poppy(tip, 72 + random() * 48, pick(petals, random), heart, random() * 40 - 20)
    return [y, `<path d="${d}" fill="none" stroke="${pick(grass, random)}" stroke-width="7"/>${head}`] as const
  })
  flowers.sort(([a], [b]) => a - b)
  return wallpaper(sky('air', air) + blades.join('') + flowers.map(([, drawn]) => drawn).join(''), 0.6)
}

function poppy([x, y]: Point, r: number, colour: string, heart: string, turn: number): string {
  const leaf = (angle: number, opacity: number) =>
    `<path d="M0 0C${n(-r * 1.1)} ${n(-r * 0.2)} ${n(-r * 0.9)} ${n(-r * 1.25)} 0 ${n(-r * 1.1)}C${n(r * 0.9)} ${n(-r * 1.25)} ${n(r * 1.1)} ${n(-r * 0.2)} 0 0Z" fill="${colour}" opacity="${opacity}" transform="rotate(${angle})"/>`
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${leaf(-58, 0.92)}${leaf(62, 0.92)}${leaf(180, 0.85)}${leaf(0, 0.95)}<circle r="${n(r * 0.2)}" fill="${heart}"/></g>`
}

function daisy([x, y]: Point, r: number, heart: string): string {
  const rays = Array.from(
    { length: 14 },
    (_, i) =>
      `<path d="${petal(r, r * 0.17)}" fill="#fffaf2" transform="rotate(${n((i * 360) / 14)}) translate(${n(r * 0.2)} 0)"/>`,
  )
  return `<g transform="translate(${n(x)} ${n(y)})">${rays.join('')}<circle r="${n(r * 0.28)}" fill="${heart}"/></g>`
}

interface LineArt {
  ground: readonly string[]
  ink: string
  wash: string
  washes: readonly (readonly [x: number, y: number, r: number])[]
}

/** Three tulips in one pen's line, over washes of colour that do not quite meet it. */
export function tulips({ ground, ink, wash, washes }: LineArt): Wallpaper {
  const tulip = (x: number, y: number, turn: number, size: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})"><path d="M0 0C-130 -10 -170 -170 -120 -330C-80 -290 -50 -260 -34 -220C-24 -280 -6 -330 22 -366C50 -326 64 -276 66 -226C88 -262 112 -290 146 -318C180 -160 130 -8 0 0Z"/><path d="M-34 -220C-50 -150 -46 -70 0 0M66 -226C76 -140 56 -60 0 0"/></g>`
  const leaf = (d: string) => `<path d="${d}"/>`
  const drawn = [
    tulip(640, 1740, -6, 1.35),
    tulip(1020, 2020, 16, 1.12),
    tulip(340, 2170, -20, 1.05),
    leaf('M640 1740C650 2200 690 2700 700 3240'),
    leaf('M1020 2020C930 2360 760 2780 716 3240'),
    leaf('M340 2170C470 2450 650 2800 690 3240'),
    leaf('M704 3100C840 2900 1080 2700 1190 2460C1160 2760 960 3060 712 3200'),
    leaf('M690 3000C560 2860 330 2760 170 2560C230 2880 460 3080 696 3180'),
  ]
  return wallpaper(
    sky('ground', ground) +
      washes.map(([x, y, r]) => glowBlot(x, y, r, wash)).join('') +
      `<g fill="none" stroke="${ink}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">${drawn.join('')}</g>`,
    0.7,
  )
}

/** Watercolour: a flat disc with a slightly deeper rim. */
const glowBlot = (x: number, y: number, r: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${colour}" opacity=".7"/>` +
  glow({ x: x + 30, y: y + 40, rx: r * 0.9, colour: '#ffffff', opacity: 0.35 })

/** Pale flowers and leaves closing in from both sides of a dark garden. */
export function nightGarden(
  ground: readonly string[],
  leaves: readonly string[],
  flowers: readonly string[],
  seed: number,
): Wallpaper {
  const random = createRandom(seed)
  const drawn: string[] = []
  for (let i = 0; i < 120; i++) {
    const y = 1250 + random() * 2050
    const edge = random() < 0.5 ? 0 : 1
    const reach = ((y - 1150) / 2050) * 560 + 60
    const x = edge ? screen.width + 40 - random() * reach : random() * reach - 40
    const length = 150 + random() * 180
    const turn = (edge ? 180 : 0) + (random() - 0.5) * 130 - 30
    drawn.push(
      `<path d="${petal(length, length * 0.24)}" fill="${pick(leaves, random)}" transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"/>`,
    )
  }
  for (let i = 0; i < 26; i++) {
    const y = 1500 + random() * 1700
    const edge = random() < 0.5 ? 0 : 1
    const reach = ((y - 1250) / 1950) * 500 + 60
    const x = edge ? screen.width - random() * reach : random() * reach
    const r = 34 + random() * 62
    const petals = Array.from(
      { length: 5 },
      (_, k) =>
        `<path d="${petal(r, r * 0.5)}" fill="${pick(flowers, random)}" transform="rotate(${n(k * 72 + random() * 16)})"/>`,
    )
    drawn.push(
      `<g transform="translate(${n(x)} ${n(y)})">${petals.join('')}<circle r="${n(r * 0.16)}" fill="#e2b765"/></g>`,
    )
  }
  return wallpaper(
    sky('ground', ground) +
      glow({ x: 720, y: 2250, rx: 620, ry: 1100, colour: '#7a5a6a', opacity: 0.22 }) +
      drawn.join(''),
    0.5,
  )
}

const pick = (list: readonly string[], random: () => number): string =>
  list[Math.floor(random() * list.length)] ?? '#000'
