import { parseStyles, type StyleNode } from './style-rules.ts'

/**
 * What of the stylesheet a page can match, to be written into the page itself: it is then painted as soon as it has
 * arrived, without a second request. Judged by elements, classes and ids; states and attributes are left open, so that
 * everything a visitor can do without script is covered. The whole sheet follows before the first script of the page.
 */
export function createPageStyles(sheet: string): (markup: string) => string {
  const nodes = parseStyles(sheet)
  const own = nodes.filter((node) => !isInitialValues(node))
  const initialValues = nodes.filter(isInitialValues)
  const asked = questionsOf(nodes)
  const made = new Map<string, string>()

  function stylesFor(page: PageContents): string {
    const rest = chosen(own, page)
    const initial = rest.includes('var(--tw-') ? initialValues : initialValues.map(emptied)
    const used = (name: string) => rest.includes(name)
    return named(nodes, used) + chosen(initial, page) + rest
  }

  return (markup) => {
    const page = { names: namesIn(markup), characters: charactersIn(markup) }
    // Choosing takes half as long as rendering a page, and pages of one kind have the same answers to the sheet.
    const kind = answersOf(page, asked)
    const kept = made.get(kind)
    if (kept !== undefined) return kept
    const styles = stylesFor(page)
    if (made.size >= MOST_KINDS) made.clear()
    made.set(kind, styles)
    return styles
  }
}

/** Each kind of page has a few, by what it shows; 30 kB each. */
const MOST_KINDS = 200

/** All that a sheet wants to know of a page: other names, like the ids that React makes up, decide nothing. */
interface Questions {
  names: Set<string>
  ranges: [from: number, to: number][][]
}

function questionsOf(nodes: StyleNode[], found: Questions = { names: new Set(), ranges: [] }): Questions {
  for (const node of nodes) {
    if (node.kind === 'rule') for (const { needs } of node.selectors) for (const name of needs) found.names.add(name)
    if (node.kind === 'face') found.ranges.push(node.ranges)
    if (node.kind === 'group') questionsOf(node.children, found)
  }
  return found
}

function answersOf(page: PageContents, { names, ranges }: Questions): string {
  const present = [...page.names].filter((name) => names.has(name)).sort()
  return [...present, ...ranges.map((each) => shows(page, each))].join(' ')
}

interface PageContents {
  /** Elements, `.classes` and `#ids`. */
  names: Set<string>
  /** Code points beyond ASCII. */
  characters: number[]
}

type Group = Extract<StyleNode, { kind: 'group' }>

const emptied = (group: Group): Group => ({ ...group, children: [] })

/** Tailwind gives its shadows, filters and transforms first values, for every element: of use where one of them is. */
const isInitialValues = (node: StyleNode): node is Group => node.kind === 'group' && node.head === '@layer properties'

function namesIn(markup: string): Set<string> {
  const names = new Set(['html', 'head', 'body'])
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at + 1)) {
    let end = at + 1
    while (isNameCharacter(markup.charCodeAt(end))) end += 1
    if (end > at + 1) names.add(markup.slice(at + 1, end))
  }
  for (const list of valuesOf('class', markup)) for (const name of list.split(/\s+/)) names.add(`.${name}`)
  for (const id of valuesOf('id', markup)) names.add(`#${id}`)
  return names
}

/** Of an attribute, each once. By hand: a regular expression takes three times as long, for every page. */
function valuesOf(attribute: string, markup: string): Set<string> {
  const values = new Set<string>()
  const begin = `${attribute}="`
  for (let at = markup.indexOf(begin); at >= 0; at = markup.indexOf(begin, at + 1)) {
    // Not the end of another one's name.
    if (markup.charCodeAt(at - 1) > SPACE) continue
    const from = at + begin.length
    values.add(markup.slice(from, markup.indexOf('"', from)))
  }
  return values
}

const SPACE = 0x20

/** a–z, 0–9 */
const isNameCharacter = (code: number): boolean => (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)

/** A pair of halves is one character. Not by the flag `u`, with which this takes six times as long. */
const BEYOND_ASCII = /[\ud800-\udbff][\udc00-\udfff]|[^\0-\x7f]/g

const charactersIn = (markup: string): number[] =>
  [...new Set(markup.match(BEYOND_ASCII))].map((character) => character.codePointAt(0) ?? 0)

function chosen(nodes: StyleNode[], page: PageContents): string {
  let css = ''
  for (const node of nodes) {
    if (node.kind === 'always') css += node.text
    if (node.kind === 'face' && shows(page, node.ranges)) css += node.text
    if (node.kind === 'rule') {
      const selectors = node.selectors.filter(({ needs }) => needs.every((name) => page.names.has(name)))
      if (selectors.length > 0) css += `${selectors.map(({ text }) => text).join()}{${node.block}}`
    }
    if (node.kind !== 'group') continue
    const inner = chosen(node.children, page)
    // The first mention of a layer decides its place: an empty one must still be mentioned.
    if (inner || node.head.startsWith('@layer')) css += `${node.head}{${inner}}`
  }
  return css
}

const shows = ({ characters }: PageContents, ranges: [from: number, to: number][]): boolean =>
  ranges.length === 0 ||
  characters.some((character) => ranges.some(([from, to]) => from <= character && character <= to))

/** Animations and registered properties, wherever they stand: they belong to no layer. */
function named(nodes: StyleNode[], used: (name: string) => boolean): string {
  let css = ''
  for (const node of nodes) {
    if (node.kind === 'named' && used(node.name)) css += node.text
    if (node.kind === 'group') css += named(node.children, used)
  }
  return css
}
