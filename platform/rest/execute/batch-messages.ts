import type { Duplex } from 'node:stream'

/** Takes what Postgres answers to a batch, from the bytes as they came: fields begin at `start`. */
export interface Receiver {
  description(bytes: Buffer, start: number): void
  row(bytes: Buffer, start: number): void
  complete(): void
}

/** Backend messages (protocol 3.0, chapter "Message Formats"). */
const PARSE_COMPLETE = 0x31
const BIND_COMPLETE = 0x32
const COMMAND_COMPLETE = 0x43
const DATA_ROW = 0x44
const EMPTY_QUERY = 0x49
const ROW_DESCRIPTION = 0x54
const READY_FOR_QUERY = 0x5a
const NO_DATA = 0x6e
const PARAMETER_DESCRIPTION = 0x74

/** A message's type and its length, which counts itself. */
const HEAD = 5

/**
 * Stands between a session's socket and pg, which makes a string of every field. ResultReader to a batch go to its
 * receiver; everything else (errors, notices, the end of a batch, queries of others) goes on to pg, in whole messages
 * and in order.
 */
export class ResultReader {
  private receiver: Receiver | null = null
  private readonly theirs: readonly ((chunk: Buffer) => void)[]
  /** The beginning of a message whose end has not come. */
  private pending: Buffer[] = []
  private pendingLength = 0
  private needed = 0

  /** Between two messages, so best on a session that has nothing under way. */
  constructor(stream: Duplex) {
    this.theirs = stream.listeners('data').map((listener) => (chunk: Buffer) => {
      Reflect.apply(listener, stream, [chunk])
    })
    stream.removeAllListeners('data')
    stream.on('data', (chunk: Buffer) => this.take(chunk))
  }

  /** Until the batch's end. */
  sendTo(receiver: Receiver): void {
    this.receiver = receiver
  }

  private take(chunk: Buffer): void {
    const bytes = this.complete(chunk)
    if (bytes === null) return
    let at = 0
    /** Where the messages begin that pg gets. */
    let from = 0
    while (at + HEAD <= bytes.length) {
      const end = at + 1 + bytes.readInt32BE(at + 1)
      if (end > bytes.length) break
      const type = bytes[at] ?? 0
      if (type === READY_FOR_QUERY) {
        this.receiver = null
        // At once: pg may send the next query, which has a receiver of its own.
        this.pass(bytes, from, end)
        from = end
      } else if (this.receiver && this.isTaken(this.receiver, type, bytes, at + HEAD)) {
        this.pass(bytes, from, at)
        from = end
      }
      at = end
    }
    this.pass(bytes, from, at)
    if (at < bytes.length) this.keep(bytes.subarray(at))
  }

  private isTaken(receiver: Receiver, type: number, bytes: Buffer, start: number): boolean {
    switch (type) {
      case DATA_ROW:
        receiver.row(bytes, start)
        return true
      case ROW_DESCRIPTION:
        receiver.description(bytes, start)
        return true
      case COMMAND_COMPLETE:
      case EMPTY_QUERY:
        receiver.complete()
        return true
      case PARSE_COMPLETE:
      case BIND_COMPLETE:
      case PARAMETER_DESCRIPTION:
      case NO_DATA:
        return true
      default:
        return false
    }
  }

  private pass(bytes: Buffer, start: number, end: number): void {
    if (start === end) return
    for (const listener of this.theirs) listener(bytes.subarray(start, end))
  }

  /** Joined once a whole message is there, however many pieces a large one comes in. */
  private complete(chunk: Buffer): Buffer | null {
    if (this.pendingLength === 0) return chunk
    this.pending.push(chunk)
    this.pendingLength += chunk.length
    if (this.pendingLength < this.needed) return null
    const bytes = Buffer.concat(this.pending, this.pendingLength)
    this.pending = []
    this.pendingLength = 0
    return bytes
  }

  private keep(rest: Buffer): void {
    this.pending = [rest]
    this.pendingLength = rest.length
    this.needed = rest.length < HEAD ? HEAD : 1 + rest.readInt32BE(1)
  }
}
