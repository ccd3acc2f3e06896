import { parseStyles, type StyleNode } from './style-rules.ts'

/**
 * What of the stylesheet a page can match, to be written into the page itself: it is then painted as soon as it has
 * arrived, without a second request. Judged by elements, classes and ids; states and attributes are left open, so that
 * everything a visitor can do without script is covered. The whole sheet follows before the first script of the page.
 */
export function createPageStyles(sheet: string): (markup: string) => string {
  const nodes = parseStyles(sheet)
  return (markup) => {
    const present = namesIn(markup)
    const rules = chosen(nodes, present)
    const used = (name: string) => rules.includes(name)
    return named(nodes, used) + rules
  }
}

/** Elements, `.classes` and `#ids` of a page. */
function namesIn(markup: string): Set<string> {
  const names = new Set(['html', 'head', 'body'])
  for (const [, tag = ''] of markup.matchAll(/<([a-z][a-z0-9]*)/g)) names.add(tag)
  for (const [, list = ''] of markup.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of list.split(/\s+/)) names.add(`.${name}`)
  }
  for (const [, id = ''] of markup.matchAll(/\sid="([^"]*)"/g)) names.add(`#${id}`)
  return names
}

function chosen(nodes: StyleNode[], present: Set<string>): string {
  let css = ''
  for (const node of nodes) {
    if (node.kind === 'always') css += node.text
    if (node.kind === 'rule' && node.selectors.some((needs) => needs.every((name) => present.has(name))))
      css += node.text
    if (node.kind !== 'group') continue
    const inner = chosen(node.children, present)
    // The first mention of a layer decides its place: an empty one must still be mentioned.
    if (inner || node.head.startsWith('@layer')) css += `${node.head}{${inner}}`
  }
  return css
}

/** Animations and registered properties, wherever they stand: they belong to no layer. */
function named(nodes: StyleNode[], used: (name: string) => boolean): string {
  let css = ''
  for (const node of nodes) {
    if (node.kind === 'named' && used(node.name)) css += node.text
    if (node.kind === 'group') css += named(node.children, used)
  }
  return css
}
