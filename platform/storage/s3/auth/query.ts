import { invalidArgument } from '../errors.ts'

/**
 * The query string, read once: what was signed and what is acted upon cannot be two readings of it. A plus is a plus (S3
 * clients write a space as %20), and a name may not come twice.
 */
export class Query {
  readonly pairs: readonly (readonly [name: string, value: string])[]

  constructor(search: string) {
    this.pairs = search
      .replace(/^\?/, '')
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=')
        return equals === -1
          ? ([decode(part), ''] as const)
          : ([decode(part.slice(0, equals)), decode(part.slice(equals + 1))] as const)
      })
    if (new Set(this.pairs.map(([name]) => name)).size < this.pairs.length) {
      throw invalidArgument('A query parameter comes more than once.')
    }
  }

  get(name: string): string | undefined {
    return this.pairs.find(([own]) => own === name)?.[1]
  }

  has(name: string): boolean {
    return this.get(name) !== undefined
  }

  /** A whole number within its bounds; `fallback` where the parameter is absent. */
  count(name: string, { max, fallback }: { max: number; fallback: number }): number {
    const text = this.get(name)
    if (text === undefined || text === '') return fallback
    if (!/^\d{1,10}$/.test(text) || Number(text) > 2_147_483_647) {
      throw invalidArgument(`${name} must be a whole number from 0 to 2147483647.`)
    }
    return Math.min(Number(text), max)
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidArgument('The query string is not percent-encoded UTF-8.')
  }
}
