import { decodeHTML } from 'entities'
import { withoutMarkup } from './markup.ts'

/**
 * Characters that need work: tags, control characters, odd spaces and invisible marks. One class and nothing
 * else: with alternatives beside it the engine takes ten times as long, and this runs over every text of a feed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNTIDY = /[<\u0000-\u001f\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060\ufeff\ufffd]/

/** What may be an entity. A lone ampersand, as in "Wren & Fig", is itself. */
const ENTITY = /&[#a-z]/i

const SPACE = 32

/** One line of plain text: markup removed, entities decoded, white space collapsed, cut at `maxCharacters`. */
export function plainText(text: string, maxCharacters: number): string {
  if (text === '' || isTidy(text)) return text.length <= maxCharacters ? text : cut(text, maxCharacters)
  // Cut before any further expression sees it; markup may take most of the length, so leave room for it.
  let tidy = withoutMarkup(text.slice(0, maxCharacters * 4))
  if (ENTITY.test(tidy)) {
    tidy = decodeHTML(tidy)
    // Feeds escape twice: "&amp;eacute;" and "&lt;p&gt;" are both real.
    if (ENTITY.test(tidy)) tidy = decodeHTML(tidy)
    tidy = withoutMarkup(tidy)
  }
  tidy = tidy
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060\ufeff\ufffd]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return tidy.length <= maxCharacters ? tidy : cut(tidy, maxCharacters)
}

function isTidy(text: string): boolean {
  return (
    !UNTIDY.test(text) &&
    !(text.includes('&') && ENTITY.test(text)) &&
    !text.includes('  ') &&
    text.charCodeAt(0) !== SPACE &&
    text.charCodeAt(text.length - 1) !== SPACE
  )
}

/** Cut between words where one ends nearby, never inside a pair of surrogates. */
function cut(text: string, maxCharacters: number): string {
  const end = /[\ud800-\udbff]/.test(text.charAt(maxCharacters - 2)) ? maxCharacters - 2 : maxCharacters - 1
  const head = text.slice(0, end)
  const space = head.lastIndexOf(' ')
  return `${(space > Math.max(0, end - 40) ? head.slice(0, space) : head).trimEnd()}…`
}
