import { DOMParser } from '@xmldom/xmldom'

/** What is refused. Everything here runs in the SAML thread alone: parsing somebody's XML takes as long as that somebody likes. */
export class XmlRefused extends Error {}

export interface XmlLimits {
  characters: number
  /** How many `<` there may be. Signature checks walk the tree once for each element, so time grows with their square. */
  tags: number
}

/** A thousand groups in an assertion are some 2,100 tags and 150 kB; providers send 150 and then a link to the rest. */
export const RESPONSE_LIMITS: XmlLimits = { characters: 200_000, tags: 3000 }
/** A federation's whole metadata is larger; one provider's has some hundred elements, ADFS' 80 kB. */
export const METADATA_LIMITS: XmlLimits = { characters: 500_000, tags: 5000 }

/**
 * Parses a document that holds no more than it may, and no definitions of its own (entities grow without end). Stricter
 * than the library for signatures, which writes a line of log for each thing that it reads although it is no XML.
 */
export function readXml(xml: string, limits: XmlLimits): Element {
  checkXml(xml, limits)
  const errorHandler = { warning: refuse, error: refuse, fatalError: refuse }
  const { documentElement } = new DOMParser({ locator: {}, errorHandler }).parseFromString(xml, 'text/xml')
  if (!documentElement) throw new XmlRefused('The XML document has no root element.')
  return documentElement
}

function refuse(message: string): never {
  throw new XmlRefused(message)
}

/** What is known about a text before it is parsed. */
function checkXml(xml: string, { characters, tags }: XmlLimits): void {
  if (xml.length > characters) throw new XmlRefused('The XML document is too large.')
  let found = 0
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at + 1)) {
    if (++found > tags) throw new XmlRefused('The XML document has too many elements.')
    if (xml.startsWith('<!DOCTYPE', at) || xml.startsWith('<!ENTITY', at)) {
      throw new XmlRefused('The XML document must not define a document type or entities.')
    }
  }
}

/** The element and all below it with that name, in their order. Prefixes are the author's choice, so they do not count. */
export function elementsNamed(root: Element, name: string): Element[] {
  const found: Element[] = []
  let node: Node | null = root
  while (node) {
    if (isElement(node) && node.localName === name) found.push(node)
    if (node.firstChild) {
      node = node.firstChild
      continue
    }
    while (node && node !== root && !node.nextSibling) node = node.parentNode
    node = node && node !== root ? node.nextSibling : null
  }
  return found
}

export function childrenNamed(parent: Element, name: string): Element[] {
  const found: Element[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (isElement(node) && node.localName === name) found.push(node)
  }
  return found
}

export function textOf(element: Element | undefined): string {
  return element?.textContent?.trim() ?? ''
}

/** Absent and empty attributes are alike to SAML. */
export function attributeOf(element: Element | undefined, name: string): string {
  return element?.getAttribute(name) ?? ''
}

function isElement(node: Node): node is Element {
  return node.nodeType === 1
}
