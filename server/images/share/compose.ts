import sharp from 'sharp'
import { decodeImage } from '#platform'
import type { PageWords } from './page-words.ts'
import { SHARE_SIZES, type ShareShape } from './share-path.ts'
import type { TextStyle, Typeface } from './typeface.ts'

export interface Composition {
  shape: ShareShape
  words: PageWords
  /** Whose reproduction here is allowed. Our own may be an SVG. */
  photo: { bytes: Buffer; ours: boolean } | null
  typeface: Typeface
}

/** As design/tokens.css has them in the light theme. */
const INK = '#1c1613'
const SOFT = '#63574f'
const ACCENT = '#94384a'
const PAPER = '#faf6f1'
const BLUSH = '#f0c4ba'

const KICKERS = { article: 'From the journal', product: 'A find from our shops', website: '' } as const

/** Photos of shops, as when they are made smaller (resize.ts). */
const LIMITS = { maxPixels: 40_000_000, maxSeconds: 10, output: () => ({ pixels: 1_500_000, format: 'jpeg' }) }

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Where the words and the photo stand; without a photo a flower grows into the words' page. */
const LAYOUTS = {
  wide: {
    photo: { left: 696, top: 0, width: 504, height: 630 },
    words: { left: 72, top: 72, width: 560, height: 486 },
  },
  tall: {
    photo: { left: 0, top: 0, width: 1000, height: 960 },
    words: { left: 80, top: 1040, width: 840, height: 390 },
  },
} as const satisfies Record<ShareShape, { photo: Box; words: Box }>

/** One JPEG, which every network shows. */
export async function composeShareImage({ shape, words, photo, typeface }: Composition): Promise<Buffer> {
  const { width, height } = SHARE_SIZES[shape]
  const layout = LAYOUTS[shape]
  const drawn = photo
    ? [{ input: await cover(photo, layout.photo), left: layout.photo.left, top: layout.photo.top }]
    : []
  const behind = photo ? '' : flower(layout.photo)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${PAPER}"/>${behind}${wordsIn(layout.words, words, typeface)}</svg>`
  return sharp(Buffer.from(svg)).composite(drawn).flatten().jpeg({ quality: 84, mozjpeg: true }).toBuffer()
}

function cover({ bytes, ours }: { bytes: Buffer; ours: boolean }, { width, height }: Box): Promise<Buffer> {
  const size = { width, height, fit: 'cover', position: sharp.strategy.attention } as const
  // Only ours may be SVG, which the decoder of strangers' images refuses; drawn at twice its size it stays sharp.
  if (ours) return sharp(bytes, { density: 144 }).resize(size).png({ compressionLevel: 1 }).toBuffer()
  return decodeImage(bytes, LIMITS, (image) =>
    image.resize(size).flatten({ background: PAPER }).png({ compressionLevel: 1 }).toBuffer(),
  )
}

/** The site's name above, the title in its middle, and what it is about. */
function wordsIn(box: Box, { site, title, text, kind }: PageWords, typeface: Typeface): string {
  const name = { face: 'display', size: 40 } as const
  const kicker = { face: 'text', size: 20, spacing: 2.4 } as const
  const small = { face: 'text', size: 25 } as const
  const heading = fitted(typeface.canWrite(title) ? title : site, box, typeface)
  const sentences = text && typeface.canWrite(text) ? wrap(text, small, box.width, typeface) : []
  const about = sentences.slice(0, 2).map((line, index) => (index === 1 && sentences.length > 2 ? `${line} …` : line))
  const above = KICKERS[kind].toUpperCase()
  const headingHeight = heading.lines.length * heading.size * 1.12
  const bottom = box.top + box.height
  const under = about.length > 0 ? about.length * 36 + 20 : 0
  const top = bottom - under - headingHeight
  return [
    typeface.draw(site, { ...name, x: box.left, y: box.top + 30, fill: ACCENT }),
    above && typeface.draw(above, { ...kicker, x: box.left, y: top - 22, fill: SOFT }),
    ...heading.lines.map((line, index) =>
      typeface.draw(line, {
        face: 'display',
        size: heading.size,
        x: box.left,
        y: top + heading.size * (0.86 + index * 1.12),
        fill: INK,
      }),
    ),
    ...about.map((line, index) =>
      typeface.draw(line, { ...small, x: box.left, y: bottom - under + 46 + index * 36, fill: SOFT }),
    ),
  ].join('')
}

/** The largest size at which the title takes four lines at most. */
function fitted(title: string, { width, height }: Box, typeface: Typeface): { lines: string[]; size: number } {
  for (const size of [76, 68, 60, 52, 46]) {
    const lines = wrap(title, { face: 'display', size }, width, typeface)
    if (lines.length <= (size > 60 ? 3 : 4) && lines.length * size * 1.12 < height - 150) return { lines, size }
  }
  const lines = wrap(title, { face: 'display', size: 40 }, width, typeface)
  return { lines: lines.slice(0, 5), size: 40 }
}

function wrap(text: string, style: TextStyle, width: number, typeface: Typeface): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1)
    if (line !== undefined && typeface.width(`${line} ${word}`, style) <= width)
      lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Petals by the golden angle, from the heart outwards, larger and paler; most of them beyond the edge. */
function flower({ left, top, width, height }: Box): string {
  const [x, y, reach] = [left + width * 0.72, top + height * 0.42, Math.max(width, height) * 0.62]
  const petals = Array.from({ length: 130 }, (_, index) => {
    const part = Math.sqrt((130 - index) / 130)
    const length = reach * (0.16 + part * 0.3)
    const shade = ['#f7ddd5', BLUSH, '#e5a89d', '#cf7f7c', ACCENT][Math.min(4, Math.floor((1 - part) * 6))] ?? BLUSH
    return `<path transform="translate(${x} ${y}) rotate(${(index * 137.508).toFixed(1)}) translate(${(reach * (part * 0.68 - 0.1)).toFixed(1)} 0)" d="M0 0Q${(length * 0.4).toFixed(1)} ${(-length * 0.42).toFixed(1)} ${length.toFixed(1)} 0Q${(length * 0.4).toFixed(1)} ${(length * 0.42).toFixed(1)} 0 0Z" fill="${shade}" stroke="${PAPER}" stroke-width="1.2"/>`
  })
  return petals.join('')
}
