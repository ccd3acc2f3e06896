import { malformedXml } from './errors.ts'

export interface XmlElement {
  /** Without its namespace's prefix. */
  name: string
  children: XmlElement[]
  text: string
}

/** S3's requests are three deep. */
const MAX_DEPTH = 8
/** A thousand keys, or ten thousand parts, with a few elements each. */
const MAX_ELEMENTS = 60_000

const TOKEN = /<([^<>]*)>|([^<]+)/gy
const START = /^([A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)(\s[^<>]*?)?(\/?)$/
const END = /^\/(?:[A-Za-z_][\w.-]*:)?([A-Za-z_][\w.-]*)\s*$/
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-f]{1,6}));|&/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The small part of XML that S3's requests use: elements and text. Document types, entities of one's own, comments,
 * CDATA and processing instructions are refused, so nothing can expand, include or hide.
 */
export function readXml(text: string): XmlElement {
  const body = text.replace(/^\ufeff?\s*(<\?xml[^<>]*\?>)?/, '')
  const document: XmlElement = { name: '', children: [], text: '' }
  const open = [document]
  let elements = 0
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < body.length) {
    const token = TOKEN.exec(body)
    const parent = open.at(-1)
    if (!token || !parent) throw malformedXml()
    const [, tag, characters] = token
    if (tag === undefined) {
      parent.text += decode(characters ?? '')
    } else if (tag.startsWith('/')) {
      if (open.length < 2 || END.exec(tag)?.[1] !== parent.name) throw malformedXml()
      open.pop()
    } else {
      const [, , name, , selfClosing] = START.exec(tag) ?? []
      elements += 1
      if (!name || elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw malformedXml()
      const element = { name, children: [], text: '' }
      parent.children.push(element)
      if (!selfClosing) open.push(element)
    }
  }
  const [root, ...more] = document.children
  if (!root || more.length > 0 || open.length > 1 || document.text.trim() !== '') throw malformedXml()
  return root
}

function decode(text: string): string {
  return text.replace(ENTITY, (_, name: string | undefined, decimal: string | undefined, hex: string | undefined) => {
    if (name) return NAMED[name.toLowerCase()] ?? ''
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16)
    if (!(code > 0 && code <= 0x10ffff)) throw malformedXml()
    return String.fromCodePoint(code)
  })
}

/** The text of the one child with this name; undefined where there is none. */
export function textOf({ children }: XmlElement, name: string): string | undefined {
  return children.find((child) => child.name === name)?.text
}
