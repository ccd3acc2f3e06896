import type { Parameter } from '../sql/parameters.ts'

/** Small messages double their room; behind a body of megabytes there is little to come. */
const MAX_SPARE_BYTES = 64 * 1024

/**
 * The five frontend messages of Postgres' extended query protocol that a batch needs (protocol 3.0, chapter
 * "Message Formats"). Written here so that a whole batch goes out in one write: one buffer, one system call.
 */
export class MessageWriter {
  // Small enough for Node's shared pool, and most batches fit.
  private buffer = Buffer.allocUnsafe(2048)
  private length = 0

  parse(name: string, text: string): void {
    const start = this.open('P')
    this.string(name)
    this.string(text)
    this.int16(0)
    this.close(start)
  }

  /** Asks for the columns of a statement's rows. */
  describe(statement: string): void {
    const start = this.open('D')
    this.byte('S')
    this.string(statement)
    this.close(start)
  }

  /** All parameters as text, but for bytes; results as text. */
  bind(statement: string, values: readonly Parameter[]): void {
    const start = this.open('B')
    this.string('')
    this.string(statement)
    this.int16(values.length)
    for (const value of values) this.int16(Buffer.isBuffer(value) ? 1 : 0)
    this.int16(values.length)
    for (const value of values) this.value(value)
    this.int16(0)
    this.close(start)
  }

  execute(): void {
    const start = this.open('E')
    this.string('')
    this.int32(0)
    this.close(start)
  }

  sync(): void {
    this.close(this.open('S'))
  }

  finish(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  private value(value: Parameter): void {
    if (value === null) {
      this.int32(-1)
      return
    }
    if (Buffer.isBuffer(value)) {
      this.int32(value.length)
      this.reserve(value.length)
      this.length += value.copy(this.buffer, this.length)
      return
    }
    // UTF-8 needs at most three bytes for a UTF-16 unit; the true length is written behind.
    this.reserve(4 + value.length * 3)
    const at = this.length
    this.length += 4
    const written = this.buffer.write(value, this.length, 'utf8')
    this.buffer.writeInt32BE(written, at)
    this.length += written
  }

  private open(type: string): number {
    this.reserve(5)
    this.byte(type)
    this.length += 4
    return this.length - 4
  }

  private byte(letter: string): void {
    this.reserve(1)
    this.length = this.buffer.writeUInt8(letter.charCodeAt(0), this.length)
  }

  private close(start: number): void {
    this.buffer.writeInt32BE(this.length - start, start)
  }

  private string(text: string): void {
    this.reserve(text.length * 3 + 1)
    this.length += this.buffer.write(text, this.length, 'utf8')
    this.buffer.writeUInt8(0, this.length)
    this.length += 1
  }

  private int16(value: number): void {
    this.reserve(2)
    this.length = this.buffer.writeUInt16BE(value, this.length)
  }

  private int32(value: number): void {
    this.reserve(4)
    this.length = this.buffer.writeInt32BE(value, this.length)
  }

  private reserve(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return
    const needed = this.length + bytes
    const larger = Buffer.allocUnsafe(needed + Math.min(needed, MAX_SPARE_BYTES))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }
}
