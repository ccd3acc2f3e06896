import { setImmediate as nextTurn } from 'node:timers/promises'
import { invalidBody } from '../errors.ts'
import { KeyList } from './key-list.ts'

/** What the service needs to know of a JSON body. Its values are left to Postgres, which reads the bytes as they came. */
export interface JsonShape {
  kind: 'object' | 'array' | 'scalar'
  /** Keys of the object, or of the array's first one; cut at 2,000. */
  keys: string[]
  /** Every element of the array is an object with the keys of the first. */
  isUniform: boolean
}

/** Postgres reads JSON recursively, and its stack is smaller than a body may be deep. */
const MAX_JSON_DEPTH = 500
/** About a millisecond's work: other requests have their turn in between. */
const SLICE_BYTES = 128 * 1024

const [TAB, NEWLINE, RETURN, SPACE] = [0x09, 0x0a, 0x0d, 0x20]
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]
const WORD = /true|false|null/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** Longer than any number that Postgres takes. */
const MAX_NUMBER_LENGTH = 200_000

/** Checks that the bytes are JSON, and finds the names of their rows. An unreadable body is refused (PGRST102). */
export async function readJsonShape(bytes: Buffer): Promise<JsonShape> {
  const reader = new ShapeReader(bytes)
  while (!reader.readUpTo(reader.position + SLICE_BYTES)) await nextTurn()
  return reader.shape()
}

/** The string that the position is in. */
interface OpenString {
  isKey: boolean
  start: number
}

type Expected = 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing'

/** A JSON parser that keeps nothing but key names, and can stop between any two tokens and inside a string. */
class ShapeReader {
  position = 0
  private readonly bytes: Buffer
  private expected: Expected = 'value'
  /** Opening bytes of what is open. */
  private readonly open: number[] = []
  private string: OpenString | null = null
  private kind: JsonShape['kind'] = 'scalar'
  private readonly first = new KeyList()
  private current: KeyList | null = null
  private isUniform = true

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  shape(): JsonShape {
    return { kind: this.kind, keys: this.first.names(), isUniform: this.isUniform }
  }

  /** True when the end was reached. */
  readUpTo(limit: number): boolean {
    const end = Math.min(limit, this.bytes.length)
    while (this.position < end) {
      if (this.string) this.readString(this.string, end)
      else this.readToken(this.bytes[this.position] ?? 0)
    }
    if (this.position < this.bytes.length) return false
    if (this.expected !== 'nothing') throw unreadable()
    return true
  }

  private readToken(byte: number): void {
    if (byte === SPACE || byte === NEWLINE || byte === RETURN || byte === TAB) this.position += 1
    else if (this.expected === 'value') this.startValue(byte)
    else if (this.expected === 'key') this.startString(byte, true)
    else if (this.expected === 'value or end') {
      if (byte === CLOSE_BRACKET) this.close(byte)
      else this.startValue(byte)
    } else if (this.expected === 'key or end') {
      if (byte === CLOSE_BRACE) this.close(byte)
      else this.startString(byte, true)
    } else if (this.expected === 'colon') {
      if (byte !== COLON) throw unreadable()
      this.position += 1
      this.expected = 'value'
    } else if (this.expected === 'comma or end') {
      if (byte === COMMA) this.afterComma()
      else this.close(byte)
    } else throw unreadable()
  }

  private afterComma(): void {
    this.position += 1
    this.expected = this.open.at(-1) === OPEN_BRACE ? 'key' : 'value'
  }

  private startValue(byte: number): void {
    // An element that is no object has no keys to agree on.
    if (this.open.length === 1 && this.kind === 'array' && byte !== OPEN_BRACE) this.isUniform = false
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.openContainer(byte)
    else if (byte === QUOTE) this.startString(byte, false)
    else {
      this.position +=
        this.wordLength(WORD) ?? this.wordLength(NUMBER) ?? this.wordLength(NUMBER, MAX_NUMBER_LENGTH) ?? 0
      this.endValue()
    }
  }

  /** Null where the word may go on behind the text looked at. */
  private wordLength(word: RegExp, length = 32): number | null {
    const text = this.textAt(this.position, length)
    word.lastIndex = 0
    const found = word.exec(text)?.[0].length ?? 0
    if (found === 0 && word === NUMBER) throw unreadable()
    return found > 0 && (found < text.length || this.position + found === this.bytes.length) ? found : null
  }

  private textAt(start: number, length: number): string {
    return this.bytes.toString('latin1', start, start + length)
  }

  private openContainer(byte: number): void {
    if (this.open.length === 0) this.kind = byte === OPEN_BRACE ? 'object' : 'array'
    this.open.push(byte)
    if (this.open.length > MAX_JSON_DEPTH)
      throw invalidBody(`JSON nested deeper than ${MAX_JSON_DEPTH} levels is not accepted`)
    this.position += 1
    this.expected = byte === OPEN_BRACE ? 'key or end' : 'value or end'
    if (byte === OPEN_BRACE && this.isRow()) this.current = this.first.isClosed ? new KeyList(this.first) : this.first
  }

  /** A row is the outermost object, or one directly in the outermost array. */
  private isRow(): boolean {
    return this.open.length === (this.kind === 'object' ? 1 : 2)
  }

  private close(byte: number): void {
    const opened = this.open.at(-1)
    if (byte !== (opened === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) throw unreadable()
    if (opened === OPEN_BRACE && this.isRow() && this.current) {
      if (!this.current.close()) this.isUniform = false
      this.current = null
    }
    this.open.pop()
    this.position += 1
    this.endValue()
  }

  private endValue(): void {
    this.expected = this.open.length === 0 ? 'nothing' : 'comma or end'
  }

  private startString(byte: number, isKey: boolean): void {
    if (byte !== QUOTE) throw unreadable()
    this.string = { isKey, start: this.position }
    this.position += 1
  }

  private readString(string: OpenString, end: number): void {
    const { bytes } = this
    let at = this.position
    for (; at < end; at += 1) {
      const byte = bytes[at] ?? 0
      if (byte === QUOTE) {
        this.position = at + 1
        this.string = null
        this.endString(string, at + 1)
        return
      }
      if (byte === BACKSLASH) {
        at += this.escapeLength(at) - 1
      } else if (byte < SPACE) throw unreadable()
    }
    this.position = at
  }

  private endString({ isKey, start }: OpenString, end: number): void {
    if (isKey) {
      if (this.current && this.isRow()) this.current.add(this.bytes, start, end)
      this.expected = 'colon'
    } else this.endValue()
  }

  private escapeLength(at: number): number {
    ESCAPE.lastIndex = 0
    const found = ESCAPE.exec(this.textAt(at, 6))
    if (!found) throw unreadable()
    return found[0].length
  }
}

const unreadable = () => invalidBody('Empty or invalid json')
