import sharp from 'sharp'
import { screen } from './wallpapers/canvas.ts'
import { wallpapers } from './wallpapers/list.ts'

/** Name, centre, height and turn of each phone, the hindmost first. */
const phones = [
  { name: 'new-moon', x: 1372, y: 356, height: 452, turn: 8 },
  { name: 'picnic-pink', x: 968, y: 356, height: 452, turn: -8 },
  { name: 'blush-corner', x: 1170, y: 342, height: 530, turn: 0 },
] as const

const picture = { width: 1600, height: 680 } as const

/** Three phones standing side by side, each with one of our wallpapers: the picture over the gallery. */
export async function drawPhones(): Promise<Buffer> {
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}"><defs><linearGradient id="w" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#f7e9e0"/><stop offset="1" stop-color="#e6c3b7"/></linearGradient><radialGradient id="s"><stop offset="0" stop-color="#5a2a26" stop-opacity=".42"/><stop offset=".6" stop-color="#5a2a26" stop-opacity=".14"/><stop offset="1" stop-color="#5a2a26" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#w)"/><circle cx="1170" cy="342" r="300" fill="#e9b9ad" opacity=".55"/>${phones.map(({ x, y, height }) => `<ellipse cx="${x + 24}" cy="${y + 40}" rx="${height * 0.36}" ry="${height * 0.6}" fill="url(#s)"/>`).join('')}</svg>`
  const layers = await Promise.all(
    phones.map(async ({ name, x, y, height, turn }) => {
      const phone = await drawPhone(name, height, turn)
      const { width = 0, height: tall = 0 } = await sharp(phone).metadata()
      return cropped(phone, { left: Math.round(x - width / 2), top: Math.round(y - tall / 2), width, height: tall })
    }),
  )
  return sharp(Buffer.from(ground)).composite(layers).png().toBuffer()
}

async function drawPhone(name: string, height: number, turn: number): Promise<Buffer> {
  const draw = wallpapers[name]
  if (!draw) throw new Error(`there is no wallpaper ${name}`)
  const width = Math.round((height * screen.width) / screen.height)
  const corner = Math.round(width * 0.13)
  const edge = 7
  const body = (fill: string, inset: number) =>
    `<rect x="${inset}" y="${inset}" width="${width - inset * 2}" height="${height - inset * 2}" rx="${corner - inset}" fill="${fill}"/>`
  const svg = (inner: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inner}</svg>`)
  const face = await sharp(Buffer.from(draw().svg))
    .resize(width, height)
    .composite([{ input: svg(body('#000', edge)), blend: 'dest-in' }])
    .png()
    .toBuffer()
  const island = `<rect x="${width * 0.38}" y="20" width="${width * 0.24}" height="16" rx="8" fill="#0d0b0a"/>`
  const phone = await sharp(svg(body('#120e0d', 0)))
    .composite([{ input: face }, { input: svg(island) }])
    .png()
    .toBuffer()
  return sharp(phone)
    .rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer()
}

/** A layer may hang over the picture's edge; sharp wants it cut. */
async function cropped(input: Buffer, at: { left: number; top: number; width: number; height: number }) {
  const left = Math.max(0, at.left)
  const top = Math.max(0, at.top)
  const width = Math.min(picture.width, at.left + at.width) - left
  const height = Math.min(picture.height, at.top + at.height) - top
  const visible = await sharp(input)
    .extract({ left: left - at.left, top: top - at.top, width, height })
    .toBuffer()
  return { input: visible, left, top }
}
