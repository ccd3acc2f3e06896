import { SaxesParser } from 'saxes'
import { feedErrors } from '../errors.ts'

export interface XmlRecord {
  line: number
  /** Texts by path below the record's element: `price`, `g:price`, `price.amount`, `@id`, `price@currency`. The first counts. */
  fields: Map<string, string>
}

export interface XmlReader {
  /** Reads on; after damage that ends the document it reads nothing more. */
  push(text: string): XmlRecord[]
  /** Why the document could not be read to its end; null when it was. */
  end(): string | null
  /** References to entities that XML itself does not have, left as they stand: a file's own definitions are never read. */
  entities(): number
}

/** What shops call the element of a product. */
const RECORD_NAMES = new Set(['item', 'product', 'entry', 'offer', 'row', 'record', 'article', 'produkt', 'produit'])

const MAX_DEPTH = 64
const MAX_FIELDS = 1000
/** A text, a name or an attribute is held in memory until it ends. */
const MAX_CHARACTERS = 2 * 1024 * 1024
const MAX_FIELD_CHARACTERS = 64 * 1024

/**
 * Reads a document's repeated elements one by one: those with a usual name, else the children of the root. Entities that
 * the document defines are not expanded, nothing outside it is fetched.
 */
export function createXmlReader(): XmlReader {
  const parser = new SaxesParser<{ xmlns: false; position: true }>({ xmlns: false, position: true })
  let records: XmlRecord[] = []
  const path: string[] = []
  let recordLevel: number | null = null
  let recordName = ''
  let fields: Fields | null = null
  let prefix = ''
  const above: string[] = []
  let text = ''
  let line = 0
  let waiting = 0
  let entities = 0
  let damage: string | null = null

  parser.on('error', (error) => {
    if (/entity/.test(error.message)) entities++
    else damage ??= `it is damaged in line ${parser.line}`
  })
  parser.on('opentagstart', () => {
    waiting = 0
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (damage !== null) return
    waiting = 0
    path.push(name)
    if (path.length > MAX_DEPTH) throw feedErrors.tooDeep(MAX_DEPTH)
    if (isRecord(name)) beginRecord(name)
    else if (fields) {
      above.push(prefix)
      prefix = prefix === '' ? name : `${prefix}.${name}`
    }
    text = ''
    if (!fields) return
    for (const key in attributes) fields.put(`${prefix}@${key}`, attributes[key] ?? '')
  })
  const onText = (piece: string) => {
    waiting = 0
    if (fields && text.length < MAX_FIELD_CHARACTERS) text += piece
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => {
    if (damage !== null) return
    waiting = 0
    if (fields && path.length === (recordLevel ?? 2)) {
      if (prefix === '' && text.trim() !== '' && fields.held.size === 0) fields.put('text', text)
      endRecord()
    } else if (fields) {
      if (text.trim() !== '') fields.put(prefix, text)
      prefix = above.pop() ?? ''
    }
    text = ''
    path.pop()
  })

  /** A usual name, or, until one was met, what stands directly below the root. */
  function isRecord(name: string): boolean {
    if (recordLevel !== null) return path.length === recordLevel && name === recordName
    return path.length === 2 || (path.length > 1 && RECORD_NAMES.has(name.replace(/^.*:/, '').toLowerCase()))
  }

  function beginRecord(name: string) {
    if (recordLevel === null && RECORD_NAMES.has(name.replace(/^.*:/, '').toLowerCase()) && path.length > 1) {
      recordLevel = path.length
      recordName = name
    }
    fields = createFields()
    prefix = ''
    above.length = 0
    line = parser.line
  }

  function endRecord() {
    // The first child of the root that held no record is one itself.
    if (recordLevel === null) {
      recordLevel = 2
      recordName = path.at(-1) ?? ''
    }
    if (fields) records.push({ line, fields: fields.held })
    fields = null
  }

  return {
    push(piece) {
      records = []
      if (damage !== null) return records
      waiting += piece.length
      parser.write(piece)
      if (waiting > MAX_CHARACTERS) throw feedErrors.tooLong('A text or a tag')
      return records
    },
    end() {
      if (damage === null) parser.close()
      return damage
    },
    entities: () => entities,
  }
}

interface Fields {
  held: Map<string, string>
  put(name: string, value: string): void
}

function createFields(): Fields {
  const held = new Map<string, string>()
  let length = 0
  return {
    held,
    put(name, value) {
      if (held.has(name)) return
      if (held.size >= MAX_FIELDS) throw feedErrors.tooManyColumns(MAX_FIELDS)
      length += value.length
      if (length > MAX_CHARACTERS) throw feedErrors.tooLong('A product')
      held.set(name, value.trim().slice(0, MAX_FIELD_CHARACTERS))
    },
  }
}
