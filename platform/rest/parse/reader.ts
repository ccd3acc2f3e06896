import { parseFailed } from '../errors.ts'

/** Nobody writes so many by hand, and the stack must not be the limit. */
const MAX_NESTING = 50

/**
 * A cursor over one query parameter. Grammar functions ask it for tokens and call `fail` where none fits;
 * the error then carries PostgREST's PGRST100 wording: what was parsed, where it stopped, what would have fit.
 */
export class Reader {
  readonly text: string
  readonly what: string
  position = 0
  private readonly offset: number
  private depth = 0

  /**
   * `what` names the parameter for the error message: `select parameter`, `filter`, `order`, `logic tree`. `offset` is
   * what PostgREST has read before the text, where it counts that too.
   */
  constructor(text: string, what: string, offset = 0) {
    this.text = text
    this.what = what
    this.offset = offset
  }

  get done(): boolean {
    return this.position >= this.text.length
  }

  peek(token: string): boolean {
    return this.text.startsWith(token, this.position)
  }

  take(token: string): boolean {
    if (!this.peek(token)) return false
    this.position += token.length
    return true
  }

  /** Matches a sticky pattern at the cursor and moves behind it. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)
    if (found) this.position = pattern.lastIndex
    return found
  }

  looksAt(pattern: RegExp): boolean {
    pattern.lastIndex = this.position
    return pattern.test(this.text)
  }

  skipSpaces(): void {
    while (this.text[this.position] === ' ' || this.text[this.position] === '\t') this.position += 1
  }

  require(token: string, expecting: string): void {
    if (!this.take(token)) this.fail(expecting)
  }

  requireEnd(expecting: string): void {
    if (!this.done) this.fail(expecting)
  }

  /** Runs a part of the grammar that may contain itself. */
  nested<Result>(parse: () => Result): Result {
    this.depth += 1
    if (this.depth > MAX_NESTING) this.fail(`at most ${MAX_NESTING} levels of brackets`)
    const result = parse()
    this.depth -= 1
    return result
  }

  fail(expecting: string): never {
    const char = this.text.slice(this.position, this.position + 1)
    const shown = JSON.stringify(char)
    this.refuse(char === '' ? 'unexpected end of input' : `unexpected ${shown}`, expecting)
  }

  /** The refusal of something behind the end of what was asked for; PostgREST quotes it in another way. */
  failAtEnd(expecting: string): never {
    this.refuse(`unexpected '${this.text.slice(this.position, this.position + 1)}'`, expecting)
  }

  private refuse(unexpected: string, expecting: string): never {
    throw parseFailed(
      `"failed to parse ${this.what} (${this.text})" (line 1, column ${this.position + this.offset + 1})`,
      `${unexpected} expecting ${expecting}`,
    )
  }
}
