/** Writes public/art: `node site/art/draw.ts`. The pictures are committed; run it again only to change them. */
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { type Bloom, drawDahlia } from './dahlia.ts'

const pictures: Record<string, { bloom: Bloom; widths: number[] }> = {
  hero: {
    widths: [640, 960, 1440],
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
      width: 900,
      height: 1125,
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
      width: 900,
      height: 1125,
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
      width: 900,
      height: 1125,
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
      width: 900,
      height: 1125,
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
      width: 1600,
      height: 900,
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
      width: 1600,
      height: 900,
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

await mkdir('public/art', { recursive: true })
for (const [name, { bloom, widths }] of Object.entries(pictures)) {
  const drawn = sharp(
    await sharp(Buffer.from(drawDahlia(bloom)))
      .png()
      .toBuffer(),
  ) // the petals' blur is slow: drawn once
  for (const width of widths) {
    const sized = drawn.clone().resize({ width })
    await sized.clone().avif({ quality: 52, effort: 6 }).toFile(`public/art/${name}-${width}.avif`)
    await sized.clone().webp({ quality: 74, effort: 5 }).toFile(`public/art/${name}-${width}.webp`)
  }
}
await sharp(
  Buffer.from(
    drawDahlia({ ...(pictures.hero?.bloom ?? never()), width: 1200, height: 630, x: 0.78, y: 0.5, radius: 400 }),
  ),
)
  .jpeg({ quality: 82 })
  .toFile('public/art/share.jpg')

function never(): never {
  throw new Error('pictures.hero is drawn first and reused for sharing')
}
