import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { animals } from '#domain/quiz-results.ts'
import { animalImages } from './animals.ts'
import { type Bloom, drawDahlia } from './dahlia.ts'
import { drawPhones } from './phones.ts'
import { drawPortrait, drawQuartet } from './quiz.ts'
import { scenes } from './scenes.ts'
import { drawStillLife } from './still-life.ts'
import type { Wants } from './wants.ts'

/** A picture is drawn once, at its own size, and saved in these widths. */
interface Picture {
  svg: string
  widths: readonly number[]
}

const tall = { width: 900, height: 1125 } as const
const wide = { width: 1600, height: 900 } as const

/** The product's own images, in public/art: titles, tiles, the quiz. */
export async function drawArt(wants: Wants): Promise<void> {
  await mkdir('public/art', { recursive: true })
  for (const [name, { svg, widths }] of Object.entries({ ...blooms(), ...stillLifes() })) {
    if (!wants('art', name)) continue
    await save(name, await raster(svg), widths)
  }

  if (wants('art', 'wallpapers')) {
    await save('wallpapers', await drawPhones(), [720, 1440])
  }
  for (const animal of animals) {
    const picture = animalImages[animal]
    if (!wants('art', `quiz-${animal}`)) continue
    await save(`quiz-${animal}`, await raster(drawPortrait(picture)), [360, 720])
  }
  if (wants('art', 'quiz')) {
    await save('quiz', await raster(drawQuartet(1440, 720)), [720, 1440])
  }
}

function raster(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer()
}

/** For browsers without AVIF the server makes WebP of them. */
async function save(name: string, drawn: Buffer, widths: readonly number[]) {
  for (const width of widths) {
    await sharp(drawn).resize({ width }).avif({ quality: 52, effort: 4 }).toFile(`public/art/${name}-${width}.avif`)
  }
}

/** Each still life twice: wide with its things at the right, for a title at the left, and tall, for tiles. */
function stillLifes(): Record<string, Picture> {
  const tallAlready = new Set(['skincare', 'beauty', 'bath-body', 'fragrance'])
  return Object.fromEntries(
    Object.entries(scenes).flatMap(([name, scene]) => {
      const asWide = drawStillLife(scene, { ...wide, x: 0.66, floor: 0.84, scale: 0.86 })
      const asTall = drawStillLife(scene, { ...tall, x: 0.5, floor: 0.79, scale: 0.84 })
      return tallAlready.has(name)
        ? [[`${name}-wide`, { svg: asWide, widths: [720, 1440] }]]
        : [
            [name, { svg: asWide, widths: [720, 1440] }],
            [`${name}-tall`, { svg: asTall, widths: [360, 720] }],
          ]
    }),
  )
}

/** The dahlias of the home page. */
function blooms(): Record<string, Picture> {
  const flowers: Record<string, { bloom: Bloom; widths: number[] }> = {
    hero: {
      widths: [750, 960, 1440],
      bloom: {
        width: 1600,
        height: 1800,
        x: 0.56,
        y: 0.5,
        radius: 660,
        petals: 240,
        seed: 7,
        colours: ['#7d2434', '#d98a86', '#f8dcd2'],
        ground: ['#3a1a1f', '#1c0e10'],
      },
    },
    skincare: {
      widths: [360, 720],
      bloom: {
        ...tall,
        x: 0.5,
        y: 1.02,
        radius: 620,
        petals: 190,
        seed: 11,
        colours: ['#c98f78', '#efd0bd', '#fdf3ea'],
        ground: ['#ecdccb', '#d9bfa9'],
      },
    },
    beauty: {
      widths: [360, 720],
      bloom: {
        ...tall,
        x: 0.1,
        y: 0.42,
        radius: 640,
        petals: 200,
        seed: 23,
        colours: ['#6d1026', '#c2414f', '#f0a79c'],
        ground: ['#e9bdb2', '#d99a92'],
      },
    },
    'bath-body': {
      widths: [360, 720],
      bloom: {
        ...tall,
        x: 0.92,
        y: 0.7,
        radius: 600,
        petals: 180,
        seed: 31,
        colours: ['#8d6a86', '#c9adc4', '#f3e6ef'],
        ground: ['#dfd3dc', '#bfa9bb'],
      },
    },
    fragrance: {
      widths: [360, 720],
      bloom: {
        ...tall,
        x: 0.5,
        y: 0.06,
        radius: 620,
        petals: 200,
        seed: 41,
        colours: ['#9a4a12', '#e09a4e', '#fbe0ad'],
        ground: ['#3b2415', '#1f130c'],
      },
    },
    arrivals: {
      widths: [720, 1440],
      bloom: {
        ...wide,
        x: 0.84,
        y: 0.6,
        radius: 620,
        petals: 210,
        seed: 53,
        colours: ['#8a3a2c', '#e2a890', '#fbeade'],
        ground: ['#f0e2d6', '#e2c7b6'],
      },
    },
    journal: {
      widths: [720, 1440],
      bloom: {
        ...wide,
        x: 0.14,
        y: 0.42,
        radius: 600,
        petals: 200,
        seed: 67,
        colours: ['#2c0a14', '#7c2438', '#c9747a'],
        ground: ['#241216', '#120a0b'],
      },
    },
  }
  return Object.fromEntries(
    Object.entries(flowers).map(([name, { bloom, widths }]) => [name, { svg: drawDahlia(bloom), widths }]),
  )
}
