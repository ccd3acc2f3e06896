import { mkdir } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { articleScenes } from './article-scenes.ts'
import { type Bloom, drawDahlia } from './dahlia.ts'
import { grain } from './grain.ts'
import { drawStillLife } from './still-life.ts'
import { screen, type Wallpaper } from './wallpapers/canvas.ts'
import { wallpapers } from './wallpapers/list.ts'
import type { Wants } from './wants.ts'

type Palette = Pick<Bloom, 'colours' | 'ground'>
type Seat = Pick<Bloom, 'x' | 'y' | 'radius' | 'petals'>

const palettes = {
  linen: { colours: ['#b98a6c', '#e6cdb6', '#fbf3e8'], ground: ['#f1e6da', '#d9c4af'] },
  blush: { colours: ['#8c2f3f', '#dc948f', '#f9e1d8'], ground: ['#f3dcd3', '#e2b7ac'] },
  rose: { colours: ['#6d1026', '#c2414f', '#f0a79c'], ground: ['#e9bdb2', '#d18a83'] },
  ink: { colours: ['#2c0a14', '#8a2a40', '#dd8d8b'], ground: ['#2a1519', '#120a0b'] },
  lilac: { colours: ['#7c5b78', '#c3a6bf', '#f3e6ef'], ground: ['#e2d7df', '#bda8b9'] },
  sage: { colours: ['#4d5a41', '#a3ad8b', '#edefdd'], ground: ['#dfe2d2', '#b3bb9f'] },
  honey: { colours: ['#8f4510', '#dd9850', '#fbe3b8'], ground: ['#f2dfc0', '#dcb480'] },
  amber: { colours: ['#7a3410', '#d58b45', '#f9dcae'], ground: ['#3b2415', '#1c120b'] },
  sea: { colours: ['#34505a', '#8fb0b3', '#e8f0ec'], ground: ['#d8e3e1', '#a3bcbd'] },
  clay: { colours: ['#6b2f1d', '#c27d5c', '#f2cdb4'], ground: ['#e3bba1', '#b9805f'] },
} as const satisfies Record<string, Palette>

const seats = {
  left: { x: 0.2, y: 0.55, radius: 470, petals: 190 },
  right: { x: 0.78, y: 0.46, radius: 480, petals: 190 },
  low: { x: 0.52, y: 0.98, radius: 540, petals: 210 },
  high: { x: 0.44, y: 0.02, radius: 520, petals: 200 },
  whole: { x: 0.5, y: 0.5, radius: 330, petals: 200 },
  corner: { x: 0.98, y: 0.94, radius: 640, petals: 220 },
} as const satisfies Record<string, Seat>

const collections: Record<string, [keyof typeof palettes, keyof typeof seats]> = {
  'new-arrivals': ['blush', 'low'],
  gifts: ['ink', 'whole'],
  home: ['linen', 'left'],
  jewelry: ['amber', 'corner'],
}

/** Articles, collections and wallpapers, in demo/images. */
export async function drawScenes(wants: Wants): Promise<void> {
  for (const [slug, scene] of Object.entries(articleScenes)) {
    if (!wants('articles', slug)) continue
    // 3:2, with the things in the middle: cards cut it to 16:9, small ones further.
    await draw('articles', slug, drawStillLife(scene, { width: 1200, height: 800, x: 0.5, floor: 0.81, scale: 0.8 }))
  }
  for (const [index, [name, [palette, seat]]] of Object.entries(collections).entries()) {
    if (!wants('collections', name)) continue
    const bloom = { ...palettes[palette], ...seats[seat], width: 900, height: 1125, seed: 200 + index }
    await draw('collections', name, drawDahlia(bloom))
  }
  for (const [name, draw] of Object.entries(wallpapers)) {
    if (wants('wallpapers', name)) await drawWallpaper(name, draw())
  }
}

async function draw(folder: string, name: string, svg: string) {
  await mkdir(`demo/images/${folder}`, { recursive: true })
  const picture = sharp(Buffer.from(svg))
  // What pages show (site/ui/image-files.ts). For browsers without AVIF the server makes WebP of them.
  for (const width of [480, 960]) {
    const small = picture.clone().resize({ width, withoutEnlargement: true })
    await small.avif({ quality: 52, effort: 4 }).toFile(`demo/images/${folder}/${name}-${width}.avif`)
  }
}

/** The download as JPEG, whose ending it is saved with. The server makes the gallery's previews of it. */
async function drawWallpaper(name: string, { svg, grain: strength }: Wallpaper) {
  const folder = 'demo/images/wallpapers'
  await mkdir(folder, { recursive: true })
  const { data, info } = await sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: await grain(screen, strength) }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture = () => sharp(data, { raw: info })
  await picture()
    .jpeg({ quality: await fittingQuality(picture), mozjpeg: true })
    .toFile(`${folder}/${name}.jpg`)
}

/** The best of three qualities that stays a quick download on a phone. */
async function fittingQuality(picture: () => Sharp): Promise<number> {
  const maxBytes = 340_000
  for (const quality of [88, 82]) {
    const { length } = await picture().jpeg({ quality }).toBuffer()
    if (length <= maxBytes) return quality
  }
  return 72
}
