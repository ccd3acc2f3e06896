import { decodeEntities } from '#domain/content-html.ts'
import { type ProductAsk, productAsk } from '../product-ask.ts'

/** A piece of an article: text as it was written, or the place of live product cards. */
export type ArticlePart = { kind: 'html'; html: string } | { kind: 'products'; ask: ProductAsk }

/** What stands under one heading; the first has none when the text begins before its first heading. */
export interface ArticleSection {
  id: string | null
  title: string | null
  parts: ArticlePart[]
}

/** More shelves than this make a catalogue of an article: further links stay links. */
const mostBlocks = 6
/** A top ten (specification, 9). */
const mostNamed = 10

/**
 * Cuts sanitised HTML (and nothing else: it relies on how contentHtml writes) at its top-level headings, and makes room
 * for product cards after each paragraph that is nothing but one link to our own products.
 */
export function articleSections(html: string): ArticleSection[] {
  const nodes = topLevelNodes(html)
  const sections: ArticleSection[] = []
  const taken = new Set<string>()
  const named: number[] = []
  let current: ArticleSection = { id: null, title: null, parts: [] }
  let blocks = 0
  for (const [index, node] of nodes.entries()) {
    const heading = /^<h2>([\s\S]*)<\/h2>$/.exec(node)?.[1]
    if (heading !== undefined) {
      if (current.parts.length > 0) sections.push(current)
      const title = textOf(heading)
      current = { id: freeId(title, taken), title, parts: [] }
    }
    addText(current.parts, node)
    const ask = linkedProducts(node)
    if (!ask) continue
    if ('ids' in ask) {
      named.push(...ask.ids)
      const next = linkedProducts(nodes[index + 1] ?? '')
      if (next && 'ids' in next) continue // products named one after the other share a row, below the last of them
    }
    blocks += 1
    const ids = named.splice(0).slice(0, mostNamed)
    if (blocks <= mostBlocks) current.parts.push({ kind: 'products', ask: ids.length > 0 ? { ids } : ask })
  }
  if (current.parts.length > 0) sections.push(current)
  return sections
}

export const productAsks = (sections: readonly ArticleSection[]): ProductAsk[] =>
  sections.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === 'products' ? [part.ask] : [])))

/** '<em>Care</em> &amp; keeping' → 'Care & keeping'. */
export const textOf = (html: string): string =>
  decodeEntities(html.replace(/<br>|<\/(?:p|li|h[1-6])>/g, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim()

/** Elements and stretches of text outside all elements, in their order. Attribute values hold no '>': they are escaped. */
function topLevelNodes(html: string): string[] {
  const nodes: string[] = []
  let depth = 0
  let start = 0
  const end = (at: number) => {
    const node = html.slice(start, at).trim()
    if (node) nodes.push(node)
    start = at
  }
  for (const tag of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (tag[2] === 'br') continue
    if (!tag[1]) {
      if (depth === 0) end(tag.index)
      depth += 1
    } else {
      depth -= 1
      if (depth === 0) end(tag.index + tag[0].length)
    }
  }
  end(html.length)
  return nodes
}

function addText(parts: ArticlePart[], html: string) {
  const last = parts.at(-1)
  if (last?.kind === 'html') last.html += `\n${html}`
  else parts.push({ kind: 'html', html })
}

function linkedProducts(node: string): ProductAsk | null {
  const href = /^<p>\s*<a href="([^"]*)">[^<]+<\/a>\s*<\/p>$/.exec(node)?.[1]
  return href === undefined ? null : productAsk(decodeEntities(href))
}

/** Anchors live beside the page's own ids: the prefix keeps them apart. */
function freeId(title: string, taken: Set<string>): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const base = `s-${words.join('-').slice(0, 60) || 'section'}`
  let id = base
  for (let count = 2; taken.has(id); count += 1) id = `${base}-${count}`
  taken.add(id)
  return id
}
