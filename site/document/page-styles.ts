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
  return (markup) => {
    const page = { names: namesIn(markup), characters: charactersIn(markup) }
    const rest = chosen(own, page)
    const initial = rest.includes('var(--tw-') ? initialValues : initialValues.map(emptied)
    const used = (name: string) => rest.includes(name)
    return named(nodes, used) + chosen(initial, page) + rest
  }
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
  for (const [, tag = ''] of markup.matchAll(/<([a-z][a-z0-9]*)/g)) names.add(tag)
  for (const [, list = ''] of markup.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of list.split(/\s+/)) names.add(`.${name}`)
  }
  for (const [, id = ''] of markup.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`)
  return names
}

const charactersIn = (markup: string): number[] =>
  [...new Set(markup.match(/[^\0-\x7f]/gu))].map((character) => character.codePointAt(0) ?? 0)

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
