import { escapeUTF8 } from 'entities'

/** Elements in their order; an array repeats its element, undefined leaves it out. */
export interface XmlContent {
  [element: string]: XmlContent | readonly (XmlContent | string)[] | string | number | boolean | undefined
}

/** The namespace of every result of S3, and of no error. */
const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/'

export function xmlResponse(root: string, content: XmlContent | string, init: ResponseInit = {}): Response {
  const namespace = root === 'Error' ? '' : ` xmlns="${NAMESPACE}"`
  const inner = typeof content === 'string' ? writeText(content) : writeContent(content)
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${root}${namespace}>${inner}</${root}>`
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/xml')
  headers.set('x-content-type-options', 'nosniff')
  return new Response(text, { ...init, headers })
}

function writeContent(content: XmlContent): string {
  return Object.entries(content)
    .flatMap(([element, value]) => [value].flat().map((one) => writeElement(element, one)))
    .join('')
}

function writeElement(element: string, value: XmlContent | string | number | boolean | undefined): string {
  if (value === undefined) return ''
  const inner = typeof value === 'object' ? writeContent(value) : writeText(String(value))
  return `<${element}>${inner}</${element}>`
}

function writeText(text: string): string {
  return escapeUTF8(printable(text))
}

/** XML 1.0 has no way to write these characters, not even escaped. */
function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}
