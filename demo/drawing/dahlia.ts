import { createRandom } from './random.ts'

/** The brand's flower: petals set by the golden angle, as a real dahlia grows them, shaded from heart to tip. */
export interface Flower {
  cx: number
  cy: number
  /** Radius of the outermost petals' seat, in pixels. */
  radius: number
  petals: number
  colours: PetalColours
  /** Turns the same flower into another one. */
  seed: number
  /** How long the petals are for their breadth: 1 is a dahlia, 1.5 a cactus dahlia, 0.8 a camellia. */
  length?: number
}

/** From the heart outwards. */
export type PetalColours = readonly [heart: string, middle: string, tip: string]

export interface Bloom extends Omit<Flower, 'cx' | 'cy'> {
  width: number
  height: number
  /** Centre of the flower, as parts of the width and height. */
  x: number
  y: number
  ground: readonly [from: string, to: string]
}

const goldenAngle = 137.50776

/** A whole picture: one flower on a plain ground. */
export function drawDahlia({ width, height, x, y, ground, ...flower }: Bloom): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<linearGradient id="ground" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>
<radialGradient id="glow" cx="${x}" cy="${y}" r=".75"><stop offset="0" stop-color="#000" stop-opacity=".22"/><stop offset=".55" stop-color="#000" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
</defs><rect width="100%" height="100%" fill="url(#ground)"/><rect width="100%" height="100%" fill="url(#glow)"/>${drawFlower({ ...flower, cx: width * x, cy: height * y })}</svg>`
}

/** One flower as SVG elements, its gradients with it. Shadows are stacked petals instead of blurs, which are slow. */
export function drawFlower({ cx, cy, radius, petals, colours, seed, length: reach = 1 }: Flower): string {
  const random = createRandom(seed)
  const id = `f${seed}-${Math.round(cx)}-${Math.round(cy)}`
  const shapes: string[] = []
  for (let i = petals; i >= 1; i--) {
    const part = i / petals
    const angle = i * goldenAngle + (random() - 0.5) * 7
    const distance = radius * part ** 0.62 * 0.9
    const length = radius * (0.16 + 0.42 * part ** 0.8) * (0.94 + random() * 0.12) * reach
    const breadth = (length / reach) * (0.36 + 0.1 * (1 - part)) * (0.94 + random() * 0.12)
    const shade = Math.min(3, Math.floor(part * 4))
    const seat = Math.max(0, distance - length * 0.45)
    shapes.push(
      `<g transform="translate(${n(cx)} ${n(cy)}) rotate(${n(angle)}) translate(${n(seat)} 0)">` +
        shadow(length, breadth, 0.045 + 0.03 * (1 - part)) +
        `<path d="${petal(length, breadth)}" fill="url(#${id}${shade})"/>` +
        `<path d="${vein(length)}" stroke="#fff" stroke-opacity=".2" stroke-width="${n(Math.max(0.8, length / 120))}" fill="none"/></g>`,
    )
  }
  const gradients = [0, 1, 2, 3].map((shade) => gradient(`${id}${shade}`, shade, colours))
  return `<defs>${gradients.join('')}</defs>${shapes.join('')}`
}

const n = (value: number): string => value.toFixed(1)

/** A pointed, cupped petal lying along the x axis. */
export const petal = (length: number, breadth: number): string =>
  `M0 0C${n(length * 0.18)} ${n(-breadth)} ${n(length * 0.72)} ${n(-breadth * 0.92)} ${n(length)} 0C${n(length * 0.72)} ${n(breadth * 0.92)} ${n(length * 0.18)} ${n(breadth)} 0 0Z`

const shadow = (length: number, breadth: number, opacity: number): string =>
  [1.03, 1.07, 1.11]
    .map(
      (size) =>
        `<path d="${petal(length * size, breadth * (size + 0.05))}" fill="#2a0d12" opacity="${opacity.toFixed(3)}" transform="translate(0 ${n(length * 0.035)})"/>`,
    )
    .join('')

const vein = (length: number): string =>
  `M${n(length * 0.16)} 0Q${n(length * 0.5)} ${n(-length * 0.03)} ${n(length * 0.9)} 0`

function gradient(id: string, shade: number, [heart, middle, tip]: PetalColours): string {
  const reach = [0.95, 0.72, 0.5, 0.34][shade] ?? 0.5
  return `<linearGradient id="${id}" x1="0" y1="0" x2="1" y2=".18"><stop offset="0" stop-color="${heart}"/><stop offset="${reach}" stop-color="${middle}"/><stop offset="1" stop-color="${tip}"/></linearGradient>`
}
