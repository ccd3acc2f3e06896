import { chunkTooSmall, incompleteBody, malformedTrailer } from '../errors.ts'

/** Bytes of one line of the framing: a size and a signature, or one trailer. */
const MAX_LINE = 1024
const MAX_TRAILERS = 8
/** S3's own: below it, the signatures would cost more than the data. */
const MIN_SIGNED_CHUNK = 8192

/** Told of everything that is signed or trails, in its order; throws where it does not fit. */
export interface ChunkWatch {
  data(bytes: Uint8Array): void
  chunkEnd(signature: string | undefined): void
  end(trailers: ReadonlyMap<string, string>): void
}

/**
 * Takes S3's own framing (`aws-chunked`) off a body: `<hex size>[;chunk-signature=…]\r\n<data>\r\n`, a chunk of size 0,
 * trailers, an empty line. Gives the data as it comes; the watch refuses what is wrong before the last of it is kept.
 */
export async function* dechunk(
  source: AsyncIterable<Uint8Array>,
  { watch, signed, trailed }: { watch: ChunkWatch; signed: boolean; trailed: boolean },
): AsyncGenerator<Uint8Array> {
  const input = new Input(source)
  try {
    let small = false
    for (;;) {
      const { size, signature } = readChunkLine(await input.line())
      if (signed && signature === undefined) throw incompleteBody()
      if (size > 0 && small) throw chunkTooSmall()
      small = signed && size < MIN_SIGNED_CHUNK
      for await (const data of input.bytes(size)) {
        watch.data(data)
        yield data
      }
      watch.chunkEnd(signature)
      if (size === 0) break
      if ((await input.line()) !== '') throw incompleteBody()
    }
    watch.end(trailed ? await readTrailers(input) : await nothing(input))
    if (!(await input.isAtEnd())) throw incompleteBody()
  } finally {
    await input.close()
  }
}

function readChunkLine(line: string): { size: number; signature: string | undefined } {
  const [, size, signature] = /^([0-9a-f]{1,10})(?:;chunk-signature=([0-9a-f]{64}))?$/i.exec(line) ?? []
  if (size === undefined) throw incompleteBody()
  return { size: Number.parseInt(size, 16), signature }
}

async function readTrailers(input: Input): Promise<Map<string, string>> {
  const trailers = new Map<string, string>()
  // Some clients leave the closing empty line out: then the body ends behind the last trailer.
  while (!(await input.isAtEnd())) {
    const line = await input.line()
    if (line === '') break
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name === '' || trailers.has(name) || trailers.size === MAX_TRAILERS) throw malformedTrailer()
    trailers.set(name, line.slice(colon + 1).trim())
  }
  return trailers
}

async function nothing(input: Input): Promise<Map<string, string>> {
  if (!(await input.isAtEnd()) && (await input.line()) !== '') throw incompleteBody()
  return new Map()
}

/** Lines and stretches of bytes out of chunks that end anywhere. */
class Input {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  async line(): Promise<string> {
    let line = ''
    for (;;) {
      if (this.#rest.byteLength === 0 && !(await this.#more())) throw incompleteBody()
      const newline = this.#rest.indexOf(10)
      const end = newline === -1 ? this.#rest.byteLength : newline + 1
      if (line.length + end > MAX_LINE) throw incompleteBody()
      line += Buffer.from(this.#take(end)).toString('latin1')
      if (newline !== -1) break
    }
    if (!line.endsWith('\r\n')) throw incompleteBody()
    return line.slice(0, -2)
  }

  async *bytes(count: number): AsyncGenerator<Uint8Array> {
    for (let left = count; left > 0; ) {
      if (this.#rest.byteLength === 0 && !(await this.#more())) throw incompleteBody()
      const data = this.#take(Math.min(left, this.#rest.byteLength))
      left -= data.byteLength
      yield data
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.byteLength === 0 && !(await this.#more())
  }

  async close(): Promise<void> {
    await this.#source.return?.(undefined)
  }

  #take(count: number): Uint8Array {
    const taken = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return taken
  }

  async #more(): Promise<boolean> {
    while (this.#rest.byteLength === 0) {
      const { done, value } = await this.#source.next()
      if (done) return false
      this.#rest = value
    }
    return true
  }
}
