import { feedErrors } from '../errors.ts'
import { isRecord } from '../json-value.ts'
import type { JsonLinesBatch } from './json-lines.ts'

const MAX_DEPTH = 64
/** As of a line: an endless element must not fill the memory. */
const MAX_CHARACTERS = 2 * 1024 * 1024

export interface JsonElementsReader {
  push(text: string): JsonLinesBatch
  /** Whether the file ended where JSON may. */
  end(): boolean
}

/**
 * Reads the elements of the first list of objects in a JSON document, one by one, however long the list is. What cannot be
 * parsed costs itself only; `line` counts elements from 1.
 */
export function createJsonElementsReader(): JsonElementsReader {
  let rest = ''
  /** Open brackets: true for a list. */
  const open: boolean[] = []
  /** How deep the elements lie; null until their list is found. */
  let level: number | null = null
  let isOver = false
  let start = -1
  let inText = false
  let escaped = false
  let scanned = 0
  let line = 0

  function push(piece: string): JsonLinesBatch {
    const batch: JsonLinesBatch = { records: [], damaged: [] }
    const text = rest + piece
    let at = scanned
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (inText) {
        if (escaped) escaped = false
        else if (code === BACKSLASH) escaped = true
        else if (code === QUOTE) inText = false
        continue
      }
      if (code === QUOTE) {
        begin(at)
        inText = true
      } else if (code === BRACE || code === BRACKET) {
        begin(at, code === BRACE)
        open.push(code === BRACKET)
        if (open.length > MAX_DEPTH) throw feedErrors.tooDeep(MAX_DEPTH)
      } else if (code === BRACE_END || code === BRACKET_END) {
        if (start >= 0 && open.length === level) finish(text, at, batch)
        open.pop()
        if (start >= 0 && open.length === level) finish(text, at + 1, batch)
        if (level !== null && open.length < level) isOver = true
      } else if (code === COMMA) {
        if (start >= 0 && open.length === level) finish(text, at, batch)
      } else if (code > SPACE) begin(at)
    }
    const from = start >= 0 ? start : text.length
    if (text.length - from > MAX_CHARACTERS) throw feedErrors.tooLong('A product')
    // A copy of its own, or the next piece would be joined to a slice of this one, for ever.
    rest = text.slice(from)
    scanned = text.length - from
    if (start >= 0) start = 0
    return batch
  }

  /** A value begins: an element, when it lies directly in the list. The first object in any list finds the list. */
  function begin(at: number, isObject = false) {
    if (isOver || start >= 0) return
    if (level === null && isObject && open.at(-1)) level = open.length
    if (level === open.length) start = at
  }

  function finish(text: string, end: number, batch: JsonLinesBatch) {
    const raw = text.slice(start, end)
    start = -1
    line++
    const value = parsed(raw)
    if (isRecord(value)) batch.records.push({ line, value, raw })
    else batch.damaged.push({ line, reason: 'not a JSON object', raw })
  }

  return { push, end: () => open.length === 0 && level !== null && !inText }
}

const QUOTE = 34
const COMMA = 44
const BRACKET = 91
const BACKSLASH = 92
const BRACKET_END = 93
const BRACE = 123
const BRACE_END = 125
const SPACE = 32

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
