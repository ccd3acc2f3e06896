import { drawFlower, type PetalColours } from '../dahlia.ts'
import { drawText } from '../letters.ts'
import { glow, screen, sky, type Wallpaper, wallpaper } from './canvas.ts'

interface Words {
  ground: readonly string[]
  lines: readonly string[]
  ink: string
  size: number
  flower?: PetalColours
  glowColour?: string
}

/** A few words, set large and low, where no clock stands. */
export function words({ ground, lines, ink, size, flower, glowColour }: Words): Wallpaper {
  const first = 2000 - ((lines.length - 1) * size * 1.02) / 2
  const set = lines.map((line, i) =>
    drawText(line, {
      face: 'italic',
      size,
      x: screen.width / 2,
      y: first + i * size * 1.02,
      fill: ink,
      anchor: 'middle',
    }),
  )
  const light = glowColour ? glow({ x: 720, y: 1950, rx: 1000, ry: 1300, colour: glowColour, opacity: 0.7 }) : ''
  const bloom = flower
    ? drawFlower({
        cx: 720,
        cy: first + (lines.length - 1) * size * 1.02 + 330,
        radius: 92,
        petals: 110,
        colours: flower,
        seed: 5,
      })
    : ''
  return wallpaper(sky('ground', ground) + light + set.join('') + bloom, 0.8)
}
