/** Draws the brand's flower: petals set by the golden angle, as a real dahlia grows them, shaded from heart to tip. */
export interface Bloom {
  width: number
  height: number
  /** Centre of the flower, as parts of the width and height. */
  x: number
  y: number
  /** Radius of the outermost petals' seat, in pixels. */
  radius: number
  petals: number
  /** From the heart outwards. */
  colours: readonly [heart: string, middle: string, tip: string]
  ground: readonly [from: string, to: string]
  /** Turns the same flower into another one. */
  seed: number
}

const goldenAngle = 137.50776

export function drawDahlia({ width, height, x, y, radius, petals, colours, ground, seed }: Bloom): string {
  const random = generator(seed)
  const cx = width * x
  const cy = height * y
  const shapes: string[] = []
  for (let i = petals; i >= 1; i--) {
    const part = i / petals
    const angle = i * goldenAngle + (random() - 0.5) * 7
    const distance = radius * part ** 0.62 * 0.9
    const length = radius * (0.16 + 0.42 * part ** 0.8) * (0.94 + random() * 0.12)
    const breadth = length * (0.36 + 0.1 * (1 - part)) * (0.94 + random() * 0.12)
    const shade = Math.min(3, Math.floor(part * 4))
    const seat = Math.max(0, distance - length * 0.45)
    shapes.push(
      `<g transform="translate(${n(cx)} ${n(cy)}) rotate(${n(angle)}) translate(${n(seat)} 0)">` +
        `<path d="${petal(length * 1.06, breadth * 1.12)}" fill="#2a0d12" opacity="${n(0.1 + 0.12 * (1 - part))}" transform="translate(${n(-length * 0.02)} ${n(length * 0.045)})" filter="url(#soft)"/>` +
        `<path d="${petal(length, breadth)}" fill="url(#p${shade})"/>` +
        `<path d="${vein(length)}" stroke="#fff" stroke-opacity=".22" stroke-width="${n(Math.max(0.8, length / 120))}" fill="none"/></g>`,
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>
<linearGradient id="ground" x1="0" y1="0" x2=".7" y2="1"><stop offset="0" stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient>
<radialGradient id="glow" cx="${x}" cy="${y}" r=".75"><stop offset="0" stop-color="#000" stop-opacity=".22"/><stop offset=".55" stop-color="#000" stop-opacity=".06"/><stop offset="1" stop-color="#000" stop-opacity="0"/></radialGradient>
<filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${n(radius / 70)}"/></filter>
${[0, 1, 2, 3].map((shade) => gradient(shade, colours)).join('')}
</defs><rect width="100%" height="100%" fill="url(#ground)"/><rect width="100%" height="100%" fill="url(#glow)"/>${shapes.join('')}</svg>`
}

const n = (value: number): string => value.toFixed(2)

/** A pointed, cupped petal lying along the x axis. */
const petal = (length: number, breadth: number): string =>
  `M0 0C${n(length * 0.18)} ${n(-breadth)} ${n(length * 0.72)} ${n(-breadth * 0.92)} ${n(length)} 0C${n(length * 0.72)} ${n(breadth * 0.92)} ${n(length * 0.18)} ${n(breadth)} 0 0Z`

const vein = (length: number): string =>
  `M${n(length * 0.16)} 0Q${n(length * 0.5)} ${n(-length * 0.03)} ${n(length * 0.9)} 0`

function gradient(shade: number, [heart, middle, tip]: Bloom['colours']): string {
  const reach = [0.95, 0.72, 0.5, 0.34][shade] ?? 0.5
  return `<linearGradient id="p${shade}" x1="0" y1="0" x2="1" y2=".18"><stop offset="0" stop-color="${heart}"/><stop offset="${reach}" stop-color="${middle}"/><stop offset="1" stop-color="${tip}"/></linearGradient>`
}

/** Mulberry32: the same seed draws the same flower. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
