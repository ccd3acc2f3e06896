import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'
import { articleScenes } from './article-scenes.ts'
import { collectionScenes } from './collection-scenes.ts'
import { grain } from './grain.ts'
import { drawStillLife } from './still-life.ts'
import { screen, type Wallpaper } from './wallpapers/canvas.ts'
import { wallpapers } from './wallpapers/list.ts'
import type { Wants } from './wants.ts'

/** Articles, collections and wallpapers, in demo/images. */
export async function drawScenes(wants: Wants): Promise<void> {
  for (const [slug, scene] of Object.entries(articleScenes)) {
    if (!wants('articles', slug)) continue
    // 3:2, with the things in the middle: cards cut it to 16:9, small ones further.
    await draw('articles', slug, drawStillLife(scene, { width: 1200, height: 800, x: 0.5, floor: 0.81, scale: 0.8 }))
  }
  for (const [name, scene] of Object.entries(collectionScenes)) {
    if (!wants('collections', name)) continue
    await draw(
      'collections',
      name,
      drawStillLife(scene, { width: 900, height: 1125, x: 0.5, floor: 0.78, scale: 0.84 }),
    )
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

/** Looks as 72 does and takes a quarter less; from 60 down, dark gradients show blocks. */
const WALLPAPER_QUALITY = 66

/** The download as JPEG, whose ending it is saved with. The server makes the gallery's previews of it. */
async function drawWallpaper(name: string, { svg, grain: strength }: Wallpaper) {
  const folder = 'demo/images/wallpapers'
  await mkdir(folder, { recursive: true })
  await sharp(Buffer.from(svg))
    .flatten()
    .composite([{ input: await grain(screen, strength) }])
    .removeAlpha()
    .jpeg({ quality: WALLPAPER_QUALITY, mozjpeg: true })
    .toFile(`${folder}/${name}.jpg`)
}
