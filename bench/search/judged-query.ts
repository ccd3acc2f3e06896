/**
 * What shoppers type, and what is right: every one of the first results (three of them at most) is of that kind, by its name,
 * category or colours. The demo shop answers them; `npm run bench -- judged` prints how many are right.
 */
export interface JudgedQuery {
  text: string
  /** What each of the first results must say in its name or category. */
  kind: RegExp
  /** The first results cost less than this, and no less than `from`. */
  below?: number
  from?: number
  /** The first result leads here. */
  page?: string
  /** The spelling may not be changed. */
  asTyped?: true
  /** The shop has nothing that is called so: no product at all is right too, another kind is not. */
  lacking?: true
}

export const of = (kind: RegExp, ...texts: string[]): JudgedQuery[] => texts.map((text) => ({ text, kind }))
export const below = (kind: RegExp, price: number, ...texts: string[]): JudgedQuery[] =>
  texts.map((text) => ({ text, kind, below: price }))
export const page = (path: string, ...texts: string[]): JudgedQuery[] =>
  texts.map((text) => ({ text, kind: /./, page: path }))
export const alone = (kind: RegExp, ...texts: string[]): JudgedQuery[] =>
  texts.map((text) => ({ text, kind, asTyped: true }))

export const lacking = (kind: RegExp, ...texts: string[]): JudgedQuery[] =>
  texts.map((text) => ({ text, kind, lacking: true }))

/** 'red dress, black tote' as its queries. */
export const words = (texts: string): string[] => texts.split(', ')
