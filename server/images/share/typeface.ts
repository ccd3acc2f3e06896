import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'

export type Face = 'display' | 'text'

export interface Typeface {
  /** Whether most of a text has letters in the site's fonts. */
  canWrite(text: string): boolean
  /** In pixels; letters that the fonts lack are left out. */
  width(text: string, style: TextStyle): number
  /** The text as SVG paths, its baseline at y. */
  draw(text: string, style: TextStyle & { x: number; y: number; fill: string }): string
}

export interface TextStyle {
  face: Face
  size: number
  /** Between letters, in pixels. */
  spacing?: number
}

interface Outline {
  path: string
  advance: number
}

const FILES = {
  display: ['playfair-display.woff2', 'playfair-display-more.woff2'],
  text: ['instrument-sans.woff2', 'instrument-sans-more.woff2'],
} as const satisfies Record<Face, readonly string[]>

/**
 * The site's own type as outlines. Sharp writes text with the fonts that a machine has installed, and reads no woff2:
 * outlines look the same everywhere.
 */
export async function openTypeface(): Promise<Typeface> {
  const { create } = await import('fontkit')
  const open = async (name: string): Promise<Font> => {
    const font = create(await readFile(fileURLToPath(new URL(`../../../design/fonts/${name}`, import.meta.url))))
    if (!('layout' in font)) throw new Error(`design/fonts/${name} holds several fonts; one was expected`)
    return font
  }
  const faces = {
    display: await Promise.all(FILES.display.map(open)),
    text: await Promise.all(FILES.text.map(open)),
  }
  return {
    canWrite(text) {
      const letters = [...text].filter((letter) => letter.trim())
      return letters.length > 0 && letters.filter((letter) => fontOf(faces.text, letter)).length * 2 > letters.length
    },
    width: (text, { face, size, spacing = 0 }) => {
      const outlines = outlinesOf(faces[face], text)
      return outlines.reduce((sum, { advance }) => sum + advance * size + spacing, 0) - spacing
    },
    draw(text, { face, size, spacing = 0, x, y, fill }) {
      let at = x
      const paths = outlinesOf(faces[face], text).map(({ path, advance }) => {
        const drawn = path && `<path transform="translate(${at.toFixed(1)} ${y}) scale(${size} ${-size})" d="${path}"/>`
        at += advance * size + spacing
        return drawn
      })
      return `<g fill="${fill}">${paths.join('')}</g>`
    },
  }
}

/** Letter by letter where the rare ones lie in a font of their own, with kerning inside each run. At 1 unit to the em. */
function outlinesOf(fonts: readonly Font[], text: string): Outline[] {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const font = fontOf(fonts, letter)
    const last = runs.at(-1)
    if (font && last?.font === font) last.text += letter
    else if (font) runs.push({ font, text: letter })
  }
  return runs.flatMap(({ font, text: run }) => {
    const { glyphs, positions } = font.layout(run)
    return glyphs.map((glyph, index) => ({
      path: glyph.path.scale(1 / font.unitsPerEm).toSVG(),
      advance: (positions[index]?.xAdvance ?? 0) / font.unitsPerEm,
    }))
  })
}

const fontOf = (fonts: readonly Font[], letter: string): Font | undefined =>
  fonts.find((font) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
