export type ArrayItem = string | null | ArrayItem[]

/** Reads PostgreSQL's array literal: `{1,NULL,"a \"b\"",{…}}`, with or without bounds before it. */
export function parseArrayText(text: string): ArrayItem[] {
  const start = text.indexOf('{')
  if (start === -1) throw new SyntaxError(`Not an array literal: ${text.slice(0, 50)}`)
  return readArray(text, { at: start + 1 })
}

function readArray(text: string, cursor: { at: number }): ArrayItem[] {
  const items: ArrayItem[] = []
  while (cursor.at < text.length) {
    const char = text[cursor.at]
    cursor.at += 1
    if (char === '}') return items
    if (char === ',' || char === ' ') continue
    if (char === '{') items.push(readArray(text, cursor))
    else if (char === '"') items.push(readQuoted(text, cursor))
    else items.push(readBare(text, cursor))
  }
  throw new SyntaxError('The array literal ends too early')
}

function readQuoted(text: string, cursor: { at: number }): string {
  let value = ''
  while (cursor.at < text.length) {
    const char = text[cursor.at]
    cursor.at += 1
    if (char === '"') return value
    if (char === '\\') {
      value += text[cursor.at] ?? ''
      cursor.at += 1
    } else value += char
  }
  throw new SyntaxError('A quoted array item is not closed')
}

function readBare(text: string, cursor: { at: number }): string | null {
  const start = cursor.at - 1
  while (cursor.at < text.length && text[cursor.at] !== ',' && text[cursor.at] !== '}') cursor.at += 1
  const value = text.slice(start, cursor.at).trim()
  return value.toUpperCase() === 'NULL' ? null : value
}

/** The other way round, for one level of items. */
export function arrayText(items: (string | null)[]): string {
  const parts = items.map((item) =>
    item === null ? 'NULL' : `"${item.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )
  return `{${parts.join(',')}}`
}
