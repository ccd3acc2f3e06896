import { readFileSync } from 'node:fs'

/**
 * The outlines of our own display type (design/fonts), taken out once with opentype.js: drawings need no installed font and
 * look the same on every machine. A letter is its width and its path, at 1000 units to the em.
 */
const faces = parse(JSON.parse(readFileSync(new URL('letters.json', import.meta.url), 'utf8')))

type Letters = ReadonlyMap<string, { advance: number; path: string }>

interface TextOptions {
  face: 'roman' | 'italic'
  size: number
  x: number
  /** The baseline. */
  y: number
  fill: string
  anchor?: 'start' | 'middle'
}

export function drawText(text: string, { face, size, x, y, fill, anchor = 'start' }: TextOptions): string {
  const letters = faces[face]
  const scale = size / 1000
  let at = anchor === 'middle' ? x - textWidth(text, { face, size }) / 2 : x
  const drawn = [...text].map((character) => {
    const letter = letters.get(character)
    if (!letter) throw new Error(`letters.json has no ${character}: add it, or write the line without it`)
    const path = `<path d="${letter.path}" transform="translate(${at.toFixed(1)} ${y.toFixed(1)}) scale(${scale})"/>`
    at += letter.advance * scale
    return path
  })
  return `<g fill="${fill}">${drawn.join('')}</g>`
}

export const textWidth = (text: string, { face, size }: Pick<TextOptions, 'face' | 'size'>): number =>
  [...text].reduce((width, character) => width + ((faces[face].get(character)?.advance ?? 0) * size) / 1000, 0)

function parse(json: Record<'roman' | 'italic', Record<string, string>>): Record<'roman' | 'italic', Letters> {
  const face = (letters: Record<string, string>): Letters =>
    new Map(
      Object.entries(letters).map(([character, text]) => {
        const space = text.indexOf(' ')
        const [advance, path] = space < 0 ? [text, ''] : [text.slice(0, space), text.slice(space + 1)]
        return [character, { advance: Number(advance), path }]
      }),
    )
  return { roman: face(json.roman), italic: face(json.italic) }
}
