import { createElement, Fragment } from 'react'
import { Card } from './card.js'
import { readProducts } from './products.js'
import { body } from './shell.js'

/** The shop's page around cards of rows: server components only, nothing to hydrate. */
export async function Page() {
  const products = await readProducts()
  return createElement(Fragment, null, ...body.map((node) => toElement(node, products)))
}

/** A text, `{ card: place in the list }` or `[tag, props, ...children]`, as ../shell.ts writes them. */
function toElement(node, products) {
  if (typeof node === 'string') return node
  if (!Array.isArray(node)) return <Card product={products[node.card]} />
  const [tag, props, ...children] = node
  return createElement(tag, props, ...children.map((child) => toElement(child, products)))
}
