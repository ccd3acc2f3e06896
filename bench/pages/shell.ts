import { load } from 'cheerio'

/** A text, the card of the list's n-th product, or an element with its attributes as React's props. */
export type ShellNode = string | { card: number } | [tag: string, props: Record<string, unknown>, ...ShellNode[]]

type Content = ReturnType<ReturnType<typeof load>['fn']['contents']>[number]

/**
 * The elements of one of our pages for another renderer: everything in its body but scripts, styles and what describes
 * them, which each renderer brings itself. A product's card is left as a gap that the other fills from the database.
 */
export function shellOf(html: string): ShellNode[] {
  const $ = load(html)
  let cards = 0
  const nodeOf = (node: Content): ShellNode[] => {
    if (node.type === 'text') return [node.data]
    if (node.type !== 'tag' || node.name === 'noscript') return []
    if (node.attribs.class === 'product-card') return [{ card: cards++ }]
    return [[node.name, propsOf(node.attribs), ...node.children.flatMap(nodeOf)]]
  }
  return $('body').contents().toArray().flatMap(nodeOf)
}

/** Attributes by the names that React knows them by. */
const PROPS: Record<string, string> = {
  class: 'className',
  for: 'htmlFor',
  datetime: 'dateTime',
  srcset: 'srcSet',
  fetchpriority: 'fetchPriority',
  tabindex: 'tabIndex',
  viewbox: 'viewBox',
  maxlength: 'maxLength',
  autocomplete: 'autoComplete',
  enterkeyhint: 'enterKeyHint',
  popovertarget: 'popoverTarget',
  value: 'defaultValue',
  checked: 'defaultChecked',
}

function propsOf(attributes: Record<string, string>): Record<string, unknown> {
  const props: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style') props.style = styleOf(value)
    else props[PROPS[name] ?? name] = value === '' && !name.startsWith('data-') && name !== 'alt' ? true : value
  }
  return props
}

function styleOf(text: string): Record<string, string> {
  const declarations = text.split(';').flatMap((declaration) => {
    const [, property, value] = /^\s*([\w-]+)\s*:\s*(.+?)\s*$/.exec(declaration) ?? []
    return property && value ? [[property.startsWith('--') ? property : camelCase(property), value]] : []
  })
  return Object.fromEntries(declarations)
}

function camelCase(property: string): string {
  return property.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase())
}
