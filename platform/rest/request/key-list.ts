/** A table has at most 1,600 columns: the names of a larger object are never asked for. */
const MAX_KEYS = 2000

/** The keys of one row. Most rows have those of the first in its order, so their bytes are compared, not read. */
export class KeyList {
  isClosed = false
  private readonly first: KeyList | null
  private readonly spans: Buffer[] = []
  private count = 0
  private sameSoFar = true

  constructor(first: KeyList | null = null) {
    this.first = first
  }

  add(bytes: Buffer, start: number, end: number): void {
    if (this.spans.length > MAX_KEYS) return
    if (this.first && this.sameSoFar) {
      const expected = this.first.spans[this.count]
      if (expected && bytes.compare(expected, 0, expected.length, start, end) === 0) {
        this.count += 1
        return
      }
      this.sameSoFar = false
      this.spans.push(...this.first.spans.slice(0, this.count))
    }
    this.spans.push(bytes.subarray(start, end))
    this.count += 1
  }

  /** True when the keys are those of the first row. */
  close(): boolean {
    this.isClosed = true
    if (!this.first) return true
    if (this.sameSoFar && this.count === this.first.spans.length) return true
    const own = new Set(this.sameSoFar ? read(this.first.spans.slice(0, this.count)) : this.names())
    const wanted = this.first.names()
    return own.size === wanted.length && wanted.every((name) => own.has(name))
  }

  names(): string[] {
    return [...new Set(read(this.spans))]
  }
}

function read(spans: readonly Buffer[]): string[] {
  return spans.map((span) => String(JSON.parse(span.toString('utf8'))))
}
