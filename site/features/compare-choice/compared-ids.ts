/** More columns than these are no longer read side by side. */
export const mostCompared = 4
/** As many as one list shows: more are not looked at. */
const mostRead = 24

export interface ComparedIds {
  ids: number[]
  /** Words in the address that are no product's number. */
  strange: string[]
  /** How many more were asked for than are compared. */
  left: number
}

/** Reads `?items=12,7` and, from the ticks of a list, `?items=12&items=7`. */
export function comparedIds(params: URLSearchParams): ComparedIds {
  const asked = params.getAll('items').flatMap((text) => text.slice(0, 400).split(','))
  const words = [...new Set(asked.map((word) => word.trim()).filter((word) => word !== ''))].slice(0, mostRead)
  const numbers = words.filter(isId).map(Number)
  return {
    ids: numbers.slice(0, mostCompared),
    strange: words.filter((word) => !isId(word)).map((word) => word.slice(0, 40)),
    left: Math.max(0, numbers.length - mostCompared),
  }
}

const isId = (word: string): boolean => /^[1-9]\d{0,14}$/.test(word)

/** The one address of a comparison, which is shared. */
export const comparePath = (ids: readonly number[]): string =>
  ids.length > 0 ? `/compare?items=${ids.join(',')}` : '/compare'
