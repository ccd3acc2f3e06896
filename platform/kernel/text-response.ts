/**
 * A response whose body is one text and is kept as such, because that is what most responses are: neither the listener
 * nor a caller in this process then needs a stream to come by it, which costs as much as a short query.
 */
export class TextResponse extends Response {
  readonly content: string
  #stream: Response | undefined

  constructor(content: string, init: ResponseInit) {
    super(null, init)
    this.content = content
  }

  /** For whoever treats it as any other response. */
  get #streamed(): Response {
    this.#stream ??= new Response(this.content)
    return this.#stream
  }

  override get body() {
    return this.#streamed.body
  }
  override get bodyUsed() {
    return this.#stream?.bodyUsed ?? false
  }
  override clone(): Response {
    return new TextResponse(this.content, this)
  }
  override async text(): Promise<string> {
    return this.#stream ? this.#stream.text() : this.content
  }
  override async json(): Promise<unknown> {
    return JSON.parse(await this.text())
  }
  override arrayBuffer() {
    return this.#streamed.arrayBuffer()
  }
  override blob() {
    return this.#streamed.blob()
  }
  override bytes() {
    return this.#streamed.bytes()
  }
  override formData() {
    return this.#streamed.formData()
  }
}
