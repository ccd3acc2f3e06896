import { createHash } from 'node:crypto'
import { basename, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/**
 * The class that a page carries for one of a CSS Module. Those of design/ are everybody's and keep their names, so that
 * any module can refer to them (`:global(.button)`). Those of the site belong to their file: four characters for the
 * file and one for the class, so that the classes of a part begin alike, which compresses to less than words do.
 * class-names.test.ts fails if two classes ever get the same name.
 */
export function className(local: string, file: string, css: string): string {
  const path = relative(root, file)
  return path.startsWith('design/') ? local : shortName(path) + LETTERS.charAt(classesOf(css).indexOf(local))
}

/** In development a name says where to look. */
export const readableClassName = (local: string, file: string): string =>
  relative(root, file).startsWith('design/') ? local : `${basename(file, '.module.css')}_${local}`

/** In the order of the file; not what stands in comments, texts and `:global()`. Animations count, they are named alike. */
export const classesOf = (css: string): string[] => [
  ...new Set(
    css
      .replace(/\/\*[\s\S]*?\*\/|"[^"]*"/g, '')
      .replace(/:global\([^)]*\)/g, '')
      .match(/(?<=\.|@keyframes )[a-z][\w-]*/g),
  ),
]

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS_AND_DIGITS = `${LETTERS}0123456789`

function shortName(text: string): string {
  let rest = createHash('sha256').update(text).digest().readUIntBE(0, 6)
  let name = ''
  while (name.length < 4) {
    const characters = name ? LETTERS_AND_DIGITS : LETTERS
    name += characters.charAt(rest % characters.length)
    rest = Math.floor(rest / characters.length)
  }
  return name
}
